/**
 * A server that can't be reached: the page says so where the state of the connection stands, asks again and again, and
 * goes on as soon as it is back.
 */
import { byId } from "./dom.js";
import { say } from "./messages.js";

const PAUSE = 1500;

/**
 * Do something that asks the server, again after a pause as long as the server can't be reached.
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
 * Return whether an error says that no server was there.
 * @param {unknown} error
 */
export function isLost(error) {
  return /** @type {any} */ (error)?.status === 0;
}

/**
 * Say what is wrong with the connection; nothing if it is well.
 * @param {string} words
 */
export function note(words) {
  byId("connection").textContent = words;
  byId("connection").hidden = !words;
}
