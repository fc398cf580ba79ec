/**
 * Retries of requests while the server can't be reached. A note on the page says so until the server is back.
 */
import { byId } from "./dom.js";
import { say } from "./messages.js";

const PAUSE = 1500;

/**
 * Do work that needs the server, and repeat it after pauses while the server can't be reached.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} rejected with any other error
 */
export async function untilReached(work) {
  for (;;) {
    try {
      const found = await work();
      note("");
      return found;
    } catch (error) {
      if (!isLost(error)) throw error;
      note(say("reach.again", { error: /** @type {Error} */ (error).message }));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/**
 * Return whether an error means that the server couldn't be reached.
 * @param {unknown} error
 */
export function isLost(error) {
  return /** @type {any} */ (error)?.status === 0;
}

/**
 * Show what is wrong with the connection; empty words remove the note.
 * @param {string} words
 */
export function note(words) {
  byId("connection").textContent = words;
  byId("connection").hidden = !words;
}
