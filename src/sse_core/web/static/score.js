/**
 * The score panel: the points and the reserve of each seat, and the result.
 */
import { badge, byId, el } from "./dom.js";
import { say } from "./messages.js";
import { callOf } from "./words.js";

/** @typedef {import("./answers.js").SeatShown} SeatShown */
/** @typedef {import("./answers.js").Shown} Shown */

/**
 * Show the score of a position.
 * @param {Shown} shown
 */
export function showScore(shown) {
  const { columns, rows } = shown.score;
  const totals = rows.map((row) => row[row.length - 1]);
  const leads = Math.max(...totals);
  const isLed = totals.some((total) => total < leads);
  const head = el("thead", {}, el("tr", {}, ...columns.map((/** @type {string} */ name) => el("th", { scope: "col" }, name))));
  const seats = shown.seats.map((seat, i) => seatRows(seat, callOf(shown, i), rows[i], isLed ? leads : null));
  const table = el("table", {}, head, ...seats);
  byId("score").replaceChildren(table);
  byId("strip").replaceChildren(...shown.seats.map((seat, i) => stripOf(seat, totals[i], isLed && totals[i] === leads)));
  byId("result").hidden = !shown.finished;
  byId("result").textContent = shown.result ?? "";
}

/**
 * Return the two rows of a seat: its player and reserve, and its points.
 * @param {SeatShown} seat
 * @param {string} name
 * @param {number[]} points
 * @param {number | null} leads the most points that anybody has; null if nobody leads
 */
function seatRows(seat, name, points, leads) {
  const player = el("strong", {}, name);
  const reserve = seat.reserve && el("small", {}, seat.reserve);
  const notes = [seat.status && el("small", {}, seat.status), reserve].filter(Boolean);
  const head = el("th", { scope: "rowgroup", colspan: points.length }, el("span", { class: "seat" }, badge(seat.letter), player, ...notes));
  const total = points.length - 1;
  const cells = points.map((value, column) => {
    const isLead = column === total && value === leads;
    return el("td", { class: column === total ? "total" : null }, isLead ? el("strong", { title: say("score.most") }, `★ ${value}`) : String(value));
  });
  return el("tbody", { class: seat.acts ? "acts" : null }, el("tr", {}, head), el("tr", {}, ...cells));
}

/**
 * Return a seat with its points, for the strip beside the board on a small screen.
 * @param {SeatShown} seat
 * @param {number} total
 * @param {boolean} leads
 */
function stripOf(seat, total, leads) {
  return el("span", { class: seat.acts ? "strip-seat is-acting" : "strip-seat" }, badge(seat.letter), el("strong", {}, `${leads ? "★ " : ""}${total}`), el("small", {}, seat.acts ? say("score.acts") : ""));
}
