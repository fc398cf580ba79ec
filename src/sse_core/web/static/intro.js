/**
 * The introduction to a game: three lines, and buttons for its tour, its rules and a first game.
 */
import * as api from "./api.js";
import { byId, el } from "./dom.js";

/** @typedef {import("./answers.js").GameShown} GameShown */

/**
 * Show the introduction to a game.
 * @param {GameShown} game
 */
export function showIntro(game) {
  byId("intro").hidden = !game.about.length;
  byId("intro-title").textContent = game.title;
  byId("intro-lines").replaceChildren(...game.about.map((/** @type {string} */ line) => el("li", {}, line)));
  byId("intro-learn").href = `/learn/${game.name}`;
  byId("intro-learn").hidden = !game.has_tour;
  byId("intro-rules").href = `/rules/${game.name}`;
}

/**
 * Open a first game: a short one, against the weakest level.
 * @param {string} game
 * @param {any} gameRequest
 */
export async function openFirstGame(game, gameRequest) {
  const { id } = await api.open({ game, ...gameRequest });
  location.assign(`/g/${id}`);
}
