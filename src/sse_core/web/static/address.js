/**
 * The address of a game, which names the position on the board: `/g/…?ply=20`. The last position has none.
 */
import { afterPause } from "./dom.js";

/** The milliseconds after which a position stands in the address: browsers refuse addresses that change too often. */
const PAUSE = 150;

/** The most characters of a ply that is said again. */
const MOST = 20;

/**
 * Return the ply that the address names, as it stands there: the server says whether the game has it. Null for none.
 * @returns {string | null}
 */
export function plyOfAddress() {
  return new URLSearchParams(location.search).get("ply")?.slice(0, MOST) ?? null;
}

/**
 * Return the address of a game at a ply; null is the last position.
 * @param {string} id
 * @param {number | string | null} ply
 */
export function addressOf(id, ply) {
  return `/g/${encodeURIComponent(id)}${ply === null ? "" : `?ply=${ply}`}`;
}

/** Let the address of the page name a ply, too, so that a reload and the way back lead there. */
export const keepPly = afterPause((/** @type {string} */ id, /** @type {number | null} */ ply) => {
  const next = addressOf(id, ply);
  if (location.pathname + location.search !== next) history.replaceState(null, "", next + location.hash);
}, PAUSE);
