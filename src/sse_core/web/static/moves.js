/**
 * The list of a game's moves, chance included: the notation and the effects of each.
 */
import { parted, withClauses } from "./clauses.js";
import { badge, byId, el } from "./dom.js";
import { say } from "./messages.js";

/** @typedef {import("./answers.js").MoveShown} MoveShown */
/** @typedef {import("./answers.js").Shown} Shown */

/**
 * @param {(ply: number) => void} onPly called when a person goes to the position after a move
 */
export function makeMoves(onPly) {
  const root = byId("moves");
  /** @type {any[]} the moves that have a line, in order */
  let listed = [];
  /** @type {HTMLElement[]} */
  let lines = [];
  /** The index of the button that had the focus when branches were cleared; −1 for none. */
  let focused = -1;

  /**
   * Show all moves, with the one before the position on the board marked and in view. Lines of unchanged moves are
   * reused.
   * @param {Shown} shown
   */
  function show(shown) {
    clearBranches();
    const length = listed.length;
    keep(sameAtFirst(listed, shown.moves));
    const fresh = shown.moves.slice(listed.length).map((move) => line(move, shown.game));
    root.querySelector(":scope > .hint")?.remove();
    root.append(...fresh);
    [listed, lines] = [shown.moves, lines.concat(fresh)];
    if (!listed.length) root.append(el("li", { class: "hint" }, say("moves.none")));
    root.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = shown.line.length ? undefined : lines[shown.ply - shown.first_ply - 1];
    now?.querySelector("button")?.setAttribute("aria-current", "step");
    // Only the list scrolls, not the page.
    if (now) bringIntoSight(now);
    if (listed.length > length && shown.is_latest) root.scrollTop = root.scrollHeight;
  }

  /** @param {HTMLElement} line */
  function bringIntoSight(line) {
    root.scrollTop = line.offsetTop - root.offsetTop - root.clientHeight / 2;
  }

  function clearBranches() {
    focused = Math.max(focused, buttons().indexOf(/** @type {any} */ (document.activeElement)));
    for (const each of root.querySelectorAll(":scope > .branch")) each.remove();
  }

  /** Return the buttons of all branches. */
  const buttons = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".branch button")]);

  /** Return the focus to its button after branches are drawn anew, for a person who steps along them. */
  function focusAgain() {
    if (focused >= 0) (buttons()[focused] ?? root).focus({ preventScroll: true });
    focused = -1;
  }

  /**
   * Show a branch after the move that it replaces, given by its number, and after other branches there.
   * @param {number} number
   * @param {HTMLElement} branch
   */
  function addBranch(number, branch) {
    root.insertBefore(branch, lines[number] ?? null);
    const now = branch.querySelector("[aria-current]");
    if (now instanceof HTMLElement) bringIntoSight(now);
  }

  /**
   * Remove all lines but the first ones.
   * @param {number} count
   */
  function keep(count) {
    for (const gone of lines.slice(count)) gone.remove();
    [listed, lines] = [listed.slice(0, count), lines.slice(0, count)];
  }

  /**
   * @param {MoveShown} move
   * @param {string} game
   */
  function line(move, game) {
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "move", onclick: () => onPly(move.ply) },
        ...moveParts(move.ply, move.letter, move),
        move.only ? el("small", { class: "only" }, say("moves.only")) : null,
      ),
      ...move.effects.map((/** @type {string} */ effect) => el("p", { class: "effect" }, ...withClauses(effect, game))),
    );
  }

  return {
    show,
    clearBranches,
    addBranch,
    focusAgain,
    clear() {
      clearBranches();
      keep(0);
    },
  };
}

/**
 * Return how many of the first elements are the same in two lists.
 * @param {any[]} one
 * @param {any[]} other
 */
function sameAtFirst(one, other) {
  const differ = one.findIndex((each, at) => each !== other[at]);
  return differ < 0 ? one.length : differ;
}

/** @typedef {{seat: number, text: string, told?: string, hidden?: boolean}} Told */

/**
 * Return the content of a move's button: its number, who made it, what it did, and its notation. Blanks separate the
 * words for screen readers.
 * @param {number} ply
 * @param {string} letter
 * @param {Told} move
 */
export function moveParts(ply, letter, move) {
  const { seat, text } = move;
  const who = seat < 0 ? el("span", { class: "badge chance", title: say("moves.chance"), role: "img", "aria-label": say("moves.chance") }, "⚄") : badge(letter);
  return [el("span", { class: "number" }, `${ply}`), " ", who, " ", el("span", { class: "told" }, toldOf(move), " ", text ? el("code", {}, text) : null)];
}

/**
 * Return a move as a sentence; empty where the server hasn't told it yet.
 * @param {Told} move
 */
function toldOf({ seat, told = "", hidden = false }) {
  return hidden ? say(seat < 0 ? "moves.hiddenChance" : "moves.hidden") : told;
}

/**
 * Return a move as words, with its effects.
 * @param {Told & {letter: string, effects: readonly string[]}} move
 */
export function spoken(move) {
  const who = move.seat < 0 ? say("moves.chance") : move.letter;
  return [toldOf(move) || `${who}: ${move.text}`, ...move.effects.map((effect) => parted(effect).text)].join(", ");
}
