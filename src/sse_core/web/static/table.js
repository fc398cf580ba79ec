/**
 * The table in words, which can be read on a phone: the state of the game, and what each seat has. A game without such
 * words shows nothing.
 */
import { withClauses } from "./clauses.js";
import { badge, byId, el } from "./dom.js";
import { say } from "./messages.js";
import { callOf } from "./words.js";

/** @typedef {import("./answers.js").SeatShown} SeatShown */
/** @typedef {import("./answers.js").Shown} Shown */

/**
 * Show the table in words, the viewer's seat first.
 * @param {Shown} shown
 */
export function showTable(shown) {
  const [stage, ...lines] = shown.stage;
  byId("stage").replaceChildren(...withClauses(stage ?? "", shown.game));
  byId("stage").hidden = !stage;
  byId("table-card").hidden = !stage;
  const first = shown.viewer ?? shown.person ?? 0;
  const seats = shown.seats.map((seat, i) => ({ seat, i }));
  seats.sort((a, b) => Number(b.i === first) - Number(a.i === first));
  byId("table-seats").replaceChildren(...seats.map(({ seat, i }) => holdingsOf(seat, callOf(shown, i))));
  byId("table-lines").replaceChildren(...lines.map((/** @type {string} */ line) => el("p", { class: "hint" }, ...withClauses(line, shown.game))));
}

/** Clear the words: the next person at the screen must not see what a seat holds. */
export function clearTable() {
  for (const id of ["stage", "table-seats", "table-lines"]) byId(id).replaceChildren();
}

/**
 * @param {SeatShown} seat
 * @param {string} name
 */
function holdingsOf(seat, name) {
  // The first kind matters most, and is shown even if there is nothing of it.
  const rows = seat.holdings
    .filter((/** @type {[string, string[]]} */ [, things], /** @type {number} */ i) => !i || things.length)
    .map((/** @type {[string, string[]]} */ [name, things]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, ...things.map((thing) => el("span", { class: "thing" }, thing)), things.length ? null : say("table.none"))),
    );
  return el("section", { class: "holdings" }, el("h3", {}, badge(seat.letter), ` ${name}`), el("dl", {}, ...rows));
}
