/**
 * What lies on the table beside the map: where the game stands, and what each seat has, in words that can be read on a
 * phone. A game that tells nothing has none of it.
 */
import { withClauses } from "./clauses.js";
import { badge, byId, el } from "./dom.js";
import { say } from "./messages.js";
import { callOf } from "./words.js";

/** @typedef {import("./answers.js").SeatShown} SeatShown */
/** @typedef {import("./answers.js").Shown} Shown */

/**
 * Show it, first of the seat whose view it is.
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

/** Show nothing of it: what a seat holds isn't for the person who looks next. */
export function clearTable() {
  for (const id of ["stage", "table-seats", "table-lines"]) byId(id).replaceChildren();
}

/**
 * @param {SeatShown} seat
 * @param {string} name
 */
function holdingsOf(seat, name) {
  // What matters most is told though there is nothing of it.
  const rows = seat.holdings
    .filter((/** @type {[string, string[]]} */ [, things], /** @type {number} */ i) => !i || things.length)
    .map((/** @type {[string, string[]]} */ [name, things]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, ...things.map((thing) => el("span", { class: "thing" }, thing)), things.length ? null : say("table.none"))),
    );
  return el("section", { class: "holdings" }, el("h3", {}, badge(seat.letter), ` ${name}`), el("dl", {}, ...rows));
}
