/**
 * The panel of a running search on the server: its button, its words, and the stream of its results.
 */
import { say } from "./messages.js";

/**
 * @param {{button: any, words: any, begin: string, end: string, show: (found: any) => void, ended?: () => void}} panel the
 *     button's text before and while it runs, what is done with each thing found, and what when it ends
 */
export function makeSearch({ button, words, begin, end, show, ended = () => {} }) {
  /** @type {EventSource | null} */
  let source = null;

  /** @param {boolean} on */
  function setRunning(on) {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? end : begin;
  }

  /** Stop searching; what was found stays. */
  function stop() {
    source?.close();
    source = null;
    setRunning(false);
    ended();
  }

  /**
   * Search, and show what is found until the server is done, or fails.
   * @param {string} address
   */
  function start(address) {
    setRunning(true);
    words.textContent = say("search.thinks");
    source = new EventSource(address);
    source.addEventListener("message", (event) => {
      const found = JSON.parse(event.data);
      if (found.error) words.textContent = found.error;
      else show(found);
      if (found.done || found.error) stop();
    });
    source.addEventListener("error", () => {
      // A stream that has ended isn't opened again, since the search would begin anew.
      if (source) words.textContent = say("search.stopped", { words: words.textContent });
      stop();
    });
  }

  return { start, stop, isRunning: () => source !== null };
}
