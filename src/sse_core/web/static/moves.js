/**
 * The moves of a game in notation, with what each did, chance too.
 */
import { withClauses } from "./clauses.js";
import { badge, byId, el } from "./dom.js";

/**
 * @param {(ply: number) => void} onPly a person goes to the position after a move
 */
export function makeMoves(onPly) {
  const root = byId("moves");
  let length = 0;

  /**
   * Show all moves; the one that led to the position on the board is marked, and in sight.
   * @param {any} shown
   */
  function show(shown) {
    root.replaceChildren(...shown.moves.map((/** @type {any} */ move) => line(move, shown.ply, shown.game)));
    if (!shown.moves.length) root.append(el("li", { class: "hint" }, "No move yet."));
    const now = root.querySelector("[aria-current]")?.closest("li");
    // The list alone scrolls; the page stays where it is.
    if (now) root.scrollTop = now.offsetTop - root.offsetTop - root.clientHeight / 2;
    if (shown.moves.length > length && shown.ply === shown.last_ply) root.scrollTop = root.scrollHeight;
    length = shown.moves.length;
  }

  /**
   * @param {any} move
   * @param {number} ply
   * @param {string} game
   */
  function line(move, ply, game) {
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "move", "aria-current": move.ply === ply ? "step" : null, onclick: () => onPly(move.ply), "aria-label": `${move.ply}. ${spoken(move)}` },
        el("span", { class: "number" }, `${move.ply}`),
        move.seat < 0 ? el("span", { class: "badge chance", title: "chance" }, "⚄") : badge(move.letter),
        el("code", {}, move.text),
      ),
      ...move.effects.map((/** @type {string} */ effect) => el("p", { class: "effect" }, ...withClauses(effect, game))),
    );
  }

  return { show };
}

/**
 * Return a move as words, with its effects.
 * @param {any} move
 */
export function spoken(move) {
  return [`${move.seat < 0 ? "chance" : move.letter}: ${move.text}`, ...move.effects].join(", ");
}
