/**
 * The tree of variations that a person has tried from positions of a game, as in a record, with the present position in
 * it. It knows no rules, and draws nothing.
 */
import { say } from "./messages.js";

/**
 * @typedef {{seat: number, text: string, told?: string, effects?: string[]}} Move
 * @typedef {{number: number, moves: Move[], variations: Variation[], base?: number | null}} Variation a line that begins
 *     in place of the move with this number; `base` stands for the moves of the game before it
 */

/** The limits of a record: how deep variations may nest, and how many moves they may have. */
const DEEPEST = 12;
const MOST = 500;

export function makeTree() {
  /** @type {Variation[]} the variations that leave the game, or an earlier state of it that was taken back */
  let all = [];
  /** @type {Move[]} the moves of the game */
  let game = [];
  /** @type {number[]} a hash of the first moves of the game, for each number of them */
  let bases = [base()];
  /** @type {Variation[]} the variations that lead to the position, outermost first; empty for one of the game */
  let path = [];
  /** The number of moves before the position, if it is in a variation. */
  let place = 0;

  const isOpen = () => path.length > 0;
  const from = () => (path[0]?.number ?? 1) - 1;

  /** Return the moves of the present line after it has left the game. */
  function line() {
    /** @type {Move[]} */
    let moves = [];
    for (const each of path) moves = [...moves.slice(0, each.number - 1 - from()), ...each.moves];
    return moves;
  }

  /** Return the variations of the game in its present state. */
  const fitting = () => all.filter(({ number, base: its }) => its === bases[number - 1]);

  /**
   * Take the moves of the game. If the game has made the first moves of a variation, the variation now begins after
   * them. Return whether the position still exists.
   * @param {Move[]} moves
   */
  function follow(moves) {
    game = moves;
    bases = [base()];
    for (const move of moves) bases.push(base(bases.at(-1), move));
    for (const each of all) each.base ??= bases[each.number - 1] ?? null;
    for (let found = absorbed(); found; found = absorbed()) all = [...all.filter((each) => each !== found), ...rest(found)];
    sort(all);
    if (!isOpen() || fitting().includes(/** @type {Variation} */ (path[0]))) return true;
    path = [];
    return false;
  }

  /** Return a variation whose first move the game has made. */
  const absorbed = () => fitting().find(({ number, moves }) => game[number - 1] && same(game[number - 1], moves[0]));

  /**
   * Return the rest of a variation whose first move the game has made.
   * @param {Variation} variation
   */
  function rest({ number, moves, variations }) {
    const next = { base: bases[number] };
    const beside = variations.filter((each) => each.number === number + 1).map((each) => ({ ...each, ...next }));
    const later = variations.filter((each) => each.number > number + 1);
    return moves.length > 1 ? [{ number: number + 1, moves: moves.slice(1), variations: later, ...next }, ...beside] : beside;
  }

  /**
   * Try a move in the position; return why that isn't possible, or nothing. If the position is in the game, `before` is
   * the number of moves before it.
   * @param {Move} move
   * @param {number} before
   */
  function take(move, before) {
    const now = isOpen() ? place : before;
    const own = isOpen() ? line()[now - from()] : game[now];
    const siblings = isOpen() ? /** @type {Variation} */ (path.at(-1)).variations : fitting();
    const known = siblings.find(({ number, moves }) => number === now + 1 && same(moves[0], move));
    const goesOn = own && same(own, move);
    if (!goesOn && !known && count(fitting()) >= MOST) return say("tree.most", { most: MOST });
    if (goesOn && !isOpen()) return "";
    if (known) path = [...path, known];
    else if (isOpen() && !own) /** @type {Variation} */ (path.at(-1)).moves.push(move);
    else if (!goesOn) {
      if (path.length === DEEPEST) return say("tree.deepest", { deepest: DEEPEST });
      const fresh = { number: now + 1, moves: [move], variations: [], ...(isOpen() ? {} : { base: bases[now] }) };
      const list = isOpen() ? siblings : all;
      list.push(fresh);
      sort(list);
      path = [...path, fresh];
    }
    place = now + 1;
    return "";
  }

  /**
   * Go along the line to a position; return whether it is in the game itself.
   * @param {number} wanted the number of moves before it
   */
  function step(wanted) {
    while (isOpen() && wanted < /** @type {Variation} */ (path.at(-1)).number) path = path.slice(0, -1);
    place = wanted;
    return !isOpen();
  }

  /**
   * Remove a variation; if the position was in it, go to its beginning.
   * @param {Variation[]} way the variations that lead to it, and itself
   */
  function remove(way) {
    const gone = /** @type {Variation} */ (way.at(-1));
    const around = way.at(-2);
    if (around) around.variations = around.variations.filter((each) => each !== gone);
    else all = all.filter((each) => each !== gone);
    if (path.includes(gone)) {
      path = way.slice(0, -1);
      place = gone.number - 1;
    }
  }

  return {
    follow,
    take,
    step,
    remove,
    isOpen,
    fitting,
    /** The numbers of moves: of the game before the line, of the line up to the position, and up to its end. */
    from,
    moves: () => line().slice(0, place - from()),
    end: () => from() + line().length,
    /** Whether a move of a variation is the last one before the position. */
    isNow: (/** @type {Variation} */ variation, /** @type {number} */ number) => path.at(-1) === variation && place === number,
    leave: () => void (path = []),
    /**
     * Go to the position after a move of a variation.
     * @param {Variation[]} way the variations that lead to it, and itself
     * @param {number} number
     */
    enter: (way, number) => void ([path, place] = [way, number]),
    /** Save and restore all variations. */
    kept: () => all,
    restore: (/** @type {Variation[]} */ variations) => void (all = variations),
  };
}

/**
 * Return variations in the JSON form of a record.
 * @param {Variation[]} variations
 * @returns {object[]}
 */
export function asRecorded(variations) {
  return variations.map(({ number, moves, variations: inner }) => ({
    number,
    actions: moves.map(({ text }) => text),
    players: moves.map(({ seat }) => seat),
    ...(inner.length ? { variations: asRecorded(inner) } : {}),
  }));
}

/**
 * Return the variations of a record, which belong to the game as it is first shown.
 * @param {any[]} recorded
 * @returns {Variation[]}
 */
export function fromRecorded(recorded) {
  return recorded.map(({ number, actions, players, variations = [] }) => ({
    number,
    moves: actions.map((/** @type {string} */ text, /** @type {number} */ i) => ({ seat: players[i], text })),
    variations: fromRecorded(variations),
    base: null,
  }));
}

/**
 * Return the number of moves of variations.
 * @param {Variation[]} variations
 * @returns {number}
 */
function count(variations) {
  return variations.reduce((sum, { moves, variations: inner }) => sum + moves.length + count(inner), 0);
}

/** @param {Variation[]} variations */
function sort(variations) {
  variations.sort((one, other) => one.number - other.number);
}

/**
 * @param {Move} one
 * @param {Move} other
 */
function same(one, other) {
  return one.seat === other.seat && one.text === other.text;
}

/**
 * Return the hash of some moves, from the hash without the last one and that move (FNV-1a).
 * @param {Move} [move]
 */
function base(before = 0x811c9dc5, move) {
  let found = before;
  for (const letter of move ? `${move.seat} ${move.text}\n` : "") found = Math.imul(found ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return found;
}
