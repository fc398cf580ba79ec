/**
 * The tree of what was tried from the positions of a game: variations, as a record has them, and where a person is in
 * them. It knows no rules, and draws nothing.
 */
import { say } from "./messages.js";

/**
 * @typedef {{seat: number, text: string, told?: string, effects?: string[]}} Move
 * @typedef {{number: number, moves: Move[], variations: Variation[], base?: number | null}} Variation a line that begins
 *     in place of the move with this number; `base` stands for the moves of the game before it
 */

/** How many variations may lie within each other, and how many moves they may have: a record takes no more. */
const DEEPEST = 12;
const MOST = 500;

export function makeTree() {
  /** @type {Variation[]} those that leave the game, also those that leave another game than it is now */
  let all = [];
  /** @type {Move[]} the moves of the game */
  let game = [];
  /** @type {number[]} for each number of moves what stands for the first moves of the game */
  let bases = [base()];
  /** @type {Variation[]} the variations that lead to the position, the one that leaves the game first; none in the game */
  let path = [];
  /** How many moves lead to the position, where it is in a variation. */
  let place = 0;

  const isOpen = () => path.length > 0;
  const from = () => (path[0]?.number ?? 1) - 1;

  /** Return all moves of the line that the position is in, behind those of the game. */
  function line() {
    /** @type {Move[]} */
    let moves = [];
    for (const each of path) moves = [...moves.slice(0, each.number - 1 - from()), ...each.moves];
    return moves;
  }

  /** Return the variations of the game as it is. */
  const fitting = () => all.filter(({ number, base: its }) => its === bases[number - 1]);

  /**
   * Take in the moves of the game. A variation that begins as the game goes on now goes on from there. Return whether
   * the position is still there.
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

  /** Return a variation that begins as the game goes on. */
  const absorbed = () => fitting().find(({ number, moves }) => game[number - 1] && same(game[number - 1], moves[0]));

  /**
   * Return what is left of a variation whose first move the game has made.
   * @param {Variation} variation
   */
  function rest({ number, moves, variations }) {
    const next = { base: bases[number] };
    const beside = variations.filter((each) => each.number === number + 1).map((each) => ({ ...each, ...next }));
    const later = variations.filter((each) => each.number > number + 1);
    return moves.length > 1 ? [{ number: number + 1, moves: moves.slice(1), variations: later, ...next }, ...beside] : beside;
  }

  /**
   * Try a move in the position, which comes after so many moves of the game if it is in no variation; return why that
   * can't be, or nothing.
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
   * Take a variation away; the position goes to where it began.
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
    /** The number of moves of the game before the line, and those of the line up to the position, and to its end. */
    from,
    moves: () => line().slice(0, place - from()),
    end: () => from() + line().length,
    /** Whether a move of a variation leads to the position last. */
    isNow: (/** @type {Variation} */ variation, /** @type {number} */ number) => path.at(-1) === variation && place === number,
    leave: () => void (path = []),
    /**
     * Go to the position after a move of a variation.
     * @param {Variation[]} way the variations that lead to it, and itself
     * @param {number} number
     */
    enter: (way, number) => void ([path, place] = [way, number]),
    /** What is kept; and what was kept is taken up. */
    kept: () => all,
    restore: (/** @type {Variation[]} */ variations) => void (all = variations),
  };
}

/**
 * Return variations as the JSON of a record has them.
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
 * Return the variations of a record, which are of the game as it is when it is first shown.
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
 * Return a number that stands for some moves: that of those before, and one more (FNV-1a).
 * @param {Move} [move]
 */
function base(before = 0x811c9dc5, move) {
  let found = before;
  for (const letter of move ? `${move.seat} ${move.text}\n` : "") found = Math.imul(found ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return found;
}
