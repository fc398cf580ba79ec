/**
 * The score as it stands, the reserve of each seat, and the result.
 */
import { badge, byId, el, inWords } from "./dom.js";

/**
 * Show the score of a position.
 * @param {any} shown
 */
export function showScore(shown) {
  const { columns, rows } = shown.score;
  const leads = Math.max(...rows.map((/** @type {any} */ row) => Number(cells(row, columns).at(-1))));
  const table = el(
    "table",
    {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Seat"), ...columns.map((/** @type {string} */ name) => el("th", { scope: "col" }, inWords(name))))),
    el(
      "tbody",
      {},
      ...shown.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => {
        const points = cells(rows[i], columns);
        return el(
          "tr",
          { class: seat.acts ? "acts" : null },
          el("th", { scope: "row" }, badge(seat.letter), el("span", { class: "player" }, nameOf(seat)), seat.status ? el("small", {}, seat.status) : null),
          ...points.map((value, column) => el("td", { class: column === points.length - 1 ? "total" : null }, mark(value, column === points.length - 1 && rows.length > 1 && Number(value) === leads))),
        );
      }),
    ),
  );
  byId("score").replaceChildren(table);
  byId("result").hidden = !shown.finished;
  byId("result").textContent = shown.result ?? "";
}

/**
 * Return the points of a seat in the order of the columns.
 * @param {any} row
 * @param {string[]} columns
 */
function cells(row, columns) {
  return Array.isArray(row) ? row : columns.map((name) => row[name]);
}

/**
 * @param {number} value
 * @param {boolean} leads
 */
function mark(value, leads) {
  return leads ? el("strong", { title: "the most points" }, String(value)) : String(value);
}

/**
 * Return the name of a seat's player for people.
 * @param {any} seat
 */
export function nameOf(seat) {
  return seat.is_person ? "person" : seat.player;
}
