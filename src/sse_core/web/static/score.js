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
  const leads = Math.max(...rows.map((/** @type {any} */ row) => row.at(-1)));
  const table = el(
    "table",
    {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Seat"), ...columns.map((/** @type {string} */ name) => el("th", { scope: "col" }, inWords(name))))),
    el(
      "tbody",
      {},
      ...shown.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => {
        const points = rows[i];
        return el(
          "tr",
          { class: seat.acts ? "acts" : null },
          el("th", { scope: "row" }, el("span", { class: "seat" }, badge(seat.letter), el("span", {}, seat.is_person ? "person" : seat.player, ...[seat.status, seat.reserve].filter(Boolean).map((words) => el("small", {}, words))))),
          ...points.map((/** @type {number} */ value, /** @type {number} */ column) => el("td", { class: column === points.length - 1 ? "total" : null }, mark(value, column === points.length - 1 && rows.length > 1 && value === leads))),
        );
      }),
    ),
  );
  byId("score").replaceChildren(table);
  byId("result").hidden = !shown.finished;
  byId("result").textContent = shown.result ?? "";
}

/**
 * @param {number} value
 * @param {boolean} leads
 */
function mark(value, leads) {
  return leads ? el("strong", { title: "the most points" }, String(value)) : String(value);
}
