/**
 * Branches in the list of moves: lines that a person tries from positions of a game. They are stored in this browser
 * alone, and don't change the game.
 */
import { announce } from "./announce.js";
import { withClauses } from "./clauses.js";
import { byId, el } from "./dom.js";
import { forGood } from "./kept.js";
import { say } from "./messages.js";
import { moveParts, spoken } from "./moves.js";
import { asRecorded, fromRecorded, makeTree } from "./tree.js";

/** @typedef {import("./answers.js").Shown} Shown */

/** @typedef {import("./tree.js").Variation} Variation */

const KEY = "branches";
/** The number of games whose branches are stored. */
const GAMES = 20;

/** @returns {[string, Variation[]][]} the branches of each game by id, the last changed game at the end */
function stored() {
  const found = forGood.get(KEY);
  return Array.isArray(found) ? found : [];
}

/**
 * Store the branches of a game; a browser without storage has them as long as the page is open.
 * @param {string} id
 * @param {Variation[]} variations
 */
function store(id, variations) {
  const others = stored().filter(([other]) => other !== id);
  const all = variations.length ? [...others, [id, variations]] : others;
  forGood.set(KEY, all.slice(-GAMES));
}

/**
 * Store the variations of the record that a new game continues.
 * @param {string} id
 * @param {object[] | undefined} recorded
 */
export function keepVariations(id, recorded) {
  if (recorded) store(id, fromRecorded(recorded));
}

/**
 * @param {string} id the game
 * @param {ReturnType<typeof import("./moves.js").makeMoves>} list
 * @param {{onGo: (ply?: number) => void}} hooks called when the position changes, in a branch or in the game
 */
export function makeBranches(id, list, { onGo }) {
  const tree = makeTree();
  /** @type {Shown} what the page shows */
  let shown;
  restore();
  window.addEventListener("storage", (event) => event.key === KEY && shown && takeOver());

  function restore() {
    tree.restore(stored().find(([other]) => other === id)?.[1] ?? []);
  }

  /** Take over the branches of another tab; the position stays. */
  function takeOver() {
    const [from, moves] = [tree.from(), tree.moves()];
    tree.leave();
    restore();
    tree.follow(shown.moves);
    for (const move of moves) tree.take(move, from);
    draw();
  }

  const letterOf = (/** @type {number} */ seat) => (seat < 0 ? "?" : shown.seats[seat].letter);

  /** Return the request parameters for a position in a branch; none in the game itself. */
  function view() {
    if (!tree.isOpen()) return {};
    const line = tree.moves().map(({ seat, text }) => `${letterOf(seat)} ${text}`);
    return { ply: shown.first_ply + tree.from(), line: line.join("\n") };
  }

  /**
   * Take the new state of the page, and draw the branches; return whether the position still exists.
   * @param {Shown} next
   */
  function show(next) {
    const isKnown = shown !== null;
    shown = next;
    const length = tree.fitting().length;
    const stays = tree.follow(shown.moves);
    if (isKnown && tree.fitting().length !== length) store(id, tree.kept());
    if (stays && tree.isOpen()) told();
    draw();
    return stays;
  }

  /** Take over the server's words about the moves of the line, and announce the last one. */
  function told() {
    const moves = tree.moves();
    const last = moves.at(-1);
    const isNew = last && !last.effects;
    // The server answers the text in the form of a record, whatever was typed.
    moves.forEach((move, i) => Object.assign(move, { text: shown.line[i].text, told: shown.line[i].told, effects: shown.line[i].effects }));
    if (isNew) store(id, tree.kept());
    if (isNew) announce(say("branches.said", { move: spoken({ effects: [], ...last, letter: letterOf(last.seat) }) }));
  }

  function draw() {
    list.clearBranches();
    if (!shown.secrets) for (const each of tree.fitting()) list.addBranch(each.number, branch([each]));
    list.focusAgain();
    byId("leave-branch").hidden = !tree.isOpen();
  }

  /**
   * @param {Variation[]} way the variations that lead to it, and itself
   * @returns {HTMLElement}
   */
  function branch(way) {
    const { number, moves, variations } = /** @type {Variation} */ (way.at(-1));
    const first = `${shown.first_ply + number}. ${spoken({ ...moves[0], letter: letterOf(moves[0].seat), effects: [] })}`;
    const parts = moves.flatMap((move, i) => [
      line(way, move, number + i),
      ...variations.filter((each) => each.number === number + i).map((each) => branch([...way, each])),
    ]);
    const remove = el("button", { type: "button", class: "quiet remove", title: say("branches.removeTitle"), "aria-label": say("branches.remove", { first }), onclick: () => take(way) }, "×");
    return el("li", { class: "branch" }, el("ol", { "aria-label": say("branches.name", { first }) }, ...parts), remove);
  }

  /**
   * @param {Variation[]} way
   * @param {import("./tree.js").Move} move
   * @param {number} number
   */
  function line(way, move, number) {
    const variation = /** @type {Variation} */ (way.at(-1));
    const ply = shown.first_ply + number;
    const effects = move.effects ?? [];
    const go = () => {
      tree.enter(way, number);
      onGo();
    };
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "move", onclick: go, "aria-current": tree.isNow(variation, number) && "step" },
        ...moveParts(ply, letterOf(move.seat), move),
        el("span", { class: "sr-only" }, ` ${say("branches.inOne")}`),
      ),
      ...effects.map((effect) => el("p", { class: "effect" }, ...withClauses(effect, shown.game))),
    );
  }

  /** @param {Variation[]} way */
  function take(way) {
    const wasOpen = tree.isOpen();
    tree.remove(way);
    store(id, tree.kept());
    announce(say("branches.removed"));
    if (wasOpen && !tree.isOpen()) onGo(shown.first_ply + /** @type {Variation} */ (way[0]).number - 1);
    else if (wasOpen) onGo();
    else draw();
    byId("moves").focus();
  }

  return {
    show,
    view,
    isOpen: tree.isOpen,
    leave: tree.leave,
    /** Return the first and the last ply of the line that the position is in. */
    span: () => ({ first_ply: shown.first_ply, last_ply: shown.first_ply + tree.end() }),
    /**
     * Try an action in the position; return why that isn't possible, or nothing. If the game has the same move, go to
     * its next position.
     * @param {string} text
     */
    attempt(text) {
      const seat = /** @type {NonNullable<Shown["tries"]>} */ (shown.tries).seat;
      const refused = tree.take({ seat, text }, shown.ply - shown.first_ply);
      if (!refused) store(id, tree.kept());
      return refused;
    },
    /**
     * Go along the line to a ply; return whether it is in the game itself.
     * @param {number} ply
     */
    step: (ply) => tree.step(ply - shown.first_ply),
    /** Return the branches of the game as the JSON of a record has them. */
    recorded: () => asRecorded(tree.fitting()),
  };
}
