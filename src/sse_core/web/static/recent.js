/**
 * The games that were opened in this browser, newest first.
 */
import { byId, el } from "./dom.js";

const KEY = "games";
const MOST = 8;

/** @returns {{id: string, title: string, players: string, when: number}[]} */
function recentGames() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {any} shown */
export function remember(shown) {
  const others = recentGames().filter(({ id }) => id !== shown.id);
  const players = shown.seats.map((/** @type {any} */ seat) => (seat.is_person ? "person" : seat.player)).join(", ");
  localStorage.setItem(KEY, JSON.stringify([{ id: shown.id, title: shown.title, players, when: Date.now() }, ...others].slice(0, MOST)));
}

/** @param {string} gone */
export function forget(gone) {
  localStorage.setItem(KEY, JSON.stringify(recentGames().filter(({ id }) => id !== gone)));
}

/** Show the games as links, where a new one is set up. */
export function showRecent() {
  const games = recentGames();
  byId("recent-card").hidden = !games.length;
  byId("recent").replaceChildren(
    ...games.map(({ id, title, players, when }) => el("li", {}, el("a", { href: `/g/${id}` }, title), el("small", {}, `${players} · ${new Date(when).toLocaleString()}`))),
  );
}
