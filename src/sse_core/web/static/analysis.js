/**
 * Analysis: the best lines, streamed while the server thinks, until it is stopped.
 */
import { byId, el } from "./dom.js";
import { percent } from "./evaluation.js";
import { makeSearch } from "./search.js";

const SHOWN_LINES = 5;

/**
 * @param {{onPoint: (text: string) => void, onWorth: (value: number[] | null, goesOn: boolean) => void}} hooks a person
 *     points at the first action of a line; the worth of the position by seat, null if it isn't known, and whether the
 *     search goes on
 */
export function makeAnalysis({ onPoint, onWorth }) {
  const [button, words, lines] = ["analyse", "analysis-words", "lines"].map(byId);
  /** @type {number[] | null} */
  let worth = null;
  const search = makeSearch({ button, words, begin: "Analyse", end: "Stop", show, ended: () => onWorth(worth, false) });

  /** Forget what was found: it is of another position. */
  function clear() {
    worth = null;
    search.stop();
    lines.replaceChildren();
    byId("analysis-how").hidden = true;
    words.textContent = "See what each action is worth.";
  }

  /**
   * Think about a position.
   * @param {string} address
   */
  function start(address) {
    clear();
    onWorth(null, true);
    search.start(address);
  }

  /** @param {any} found */
  function show(found) {
    if (!found.worth) {
      words.textContent = "There is nothing to choose here.";
      return;
    }
    worth = found.worth;
    onWorth(worth, true);
    const still = found.done ? "" : "…";
    words.textContent = `${count(found.visits)} simulations, ${found.seconds.toFixed(1)} s${found.exact ? ", proved" : still}`;
    byId("analysis-how").hidden = false;
    byId("analysis-method").textContent = found.how;
    lines.replaceChildren(...found.lines.slice(0, SHOWN_LINES).map((/** @type {any} */ line) => lineOf(line, found.seat ?? 0)));
  }

  /**
   * @param {any} line
   * @param {number} seat the one whose numbers are shown
   */
  function lineOf(line, seat) {
    const value = line.value[seat] ?? line.value[0];
    const margin = line.margin[seat] ?? line.margin[0];
    const sure = line.exact ? "exact" : `± ${percent(line.error)}`;
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "line", onclick: () => onPoint(line.text), title: "Show it on the board" },
        el("code", {}, line.text),
        el("span", { class: "worth" }, el("strong", {}, percent(value)), ` ${sure}, ${margin >= 0 ? "+" : "−"}${Math.abs(margin).toFixed(1)} points`),
        line.line.length > 1 ? el("small", {}, line.line.slice(1, 7).join("  ")) : null,
      ),
    );
  }

  return { ...search, start, clear };
}

/** @param {number} number */
function count(number) {
  return number.toLocaleString("en").replaceAll(",", " ");
}
