/**
 * The list of games that were opened in this browser, newest first, with the state of each.
 */
import { room } from "./api.js";
import { badge, byId, el } from "./dom.js";
import { forGood } from "./kept.js";
import { locale, say } from "./messages.js";
import { labelOf } from "./words.js";

/** @typedef {import("./answers.js").Shown} Shown */

const KEY = "games";
const MOST = 8;
/** The number of games shown at first, so that the form below them is visible, too. */
const FIRST = 3;

/** @returns {{id: string, title: string, when: number}[]} */
function recentGames() {
  return forGood.get(KEY) ?? [];
}

/** @param {Shown} shown */
export function remember(shown) {
  const others = recentGames().filter(({ id }) => id !== shown.id);
  forGood.set(KEY, [{ id: shown.id, title: shown.title, when: Date.now() }, ...others].slice(0, MOST));
}

/** @param {string} gone */
export function forget(gone) {
  forGood.set(KEY, recentGames().filter(({ id }) => id !== gone));
}

/** Show the games as links, above the form for a new one: the first ones, and all when a person asks for them. */
export function showRecent() {
  const games = recentGames();
  const all = byId("recent-all");
  byId("recent-card").hidden = !games.length;
  byId("recent").replaceChildren(...games.slice(0, FIRST).map(line));
  all.hidden = games.length <= FIRST;
  all.textContent = say("recent.all", { count: games.length });
  all.addEventListener("click", () => {
    const more = games.slice(FIRST).map(line);
    byId("recent").append(...more);
    more[0].querySelector("a").focus();
    all.hidden = true;
  });
}

/**
 * Return the line of a game. Its state is filled in when the server has answered.
 * @param {{id: string, title: string, when: number}} game
 */
function line({ id, title, when }) {
  const state = el("small", {}, "…");
  const points = el("span", { class: "recent-points" });
  const opened = new Date(when).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
  const item = el("li", {}, el("a", { href: `/g/${id}` }, title), points, state, el("small", {}, say("recent.opened", { when: opened })));
  room(id)
    .brief()
    .then((brief) => {
      state.textContent = brief.status;
      item.classList.toggle("is-over", brief.finished);
      points.replaceChildren(...brief.seats.map(seatPoints));
    })
    .catch((error) => {
      state.textContent = error.message;
      if (error.status === 404) forget(id);
    });
  return item;
}

/** @param {{letter: string, name: string, player: string, points: number, acts: boolean}} seat */
function seatPoints(seat) {
  return el("span", { class: seat.acts ? "acts" : null, title: labelOf(seat) }, badge(seat.letter), ` ${seat.points}`);
}
