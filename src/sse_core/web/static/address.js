/**
 * The address of a game with the position on the board: `/g/…?ply=20`. The last position has no ply in it.
 */
import { afterPause } from "./dom.js";

/** The milliseconds before a position enters the address: browsers refuse addresses that change too often. */
const PAUSE = 150;

/** The most characters of a ply that a message repeats. */
const MOST = 20;

/**
 * Return the ply in the address as it is written, null for none. The server says whether the game has it.
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

/** Put a ply into the address of the page, so that a reload and the browser's way back lead there. */
export const keepPly = afterPause((/** @type {string} */ id, /** @type {number | null} */ ply) => {
  const next = addressOf(id, ply);
  if (location.pathname + location.search !== next) history.replaceState(null, "", next + location.hash);
}, PAUSE);
