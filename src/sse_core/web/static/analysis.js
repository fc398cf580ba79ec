/**
 * The analysis panel: the best lines of a position, streamed while the server searches.
 */
import { byId, el } from "./dom.js";
import { percent } from "./evaluation.js";
import { inDigits, say, sayWith } from "./messages.js";
import { makeSearch } from "./search.js";

/** @typedef {import("./answers.js").Analysed} Analysed */
/** @typedef {import("./answers.js").AnalysedLine} AnalysedLine */

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
  const search = makeSearch({ button, words, begin: say("analysis.start"), end: say("analysis.stop"), show, ended: () => onWorth(worth, false) });

  /** Clear the results, which are about another position. */
  function clear() {
    worth = null;
    search.stop();
    lines.replaceChildren();
    byId("analysis-how").hidden = true;
    words.textContent = say("analysis.words");
  }

  /**
   * Analyse a position.
   * @param {string} address
   */
  function start(address) {
    clear();
    onWorth(null, true);
    search.start(address);
  }

  /** @param {Analysed} found */
  function show(found) {
    if (!found.worth) {
      words.textContent = say("analysis.nothing");
      return;
    }
    worth = found.worth;
    onWorth(worth, true);
    const key = found.exact ? "analysis.proved" : found.done ? "analysis.done" : "analysis.going";
    words.textContent = say(key, { count: found.visits, seconds: inDigits(found.seconds, 1) });
    byId("analysis-how").hidden = false;
    byId("analysis-method").textContent = found.how;
    lines.replaceChildren(...found.lines.slice(0, SHOWN_LINES).map((line) => lineOf(line, found.seat ?? 0)));
  }

  /**
   * @param {AnalysedLine} line
   * @param {number} seat the one whose numbers are shown
   */
  function lineOf(line, seat) {
    const value = line.value[seat] ?? line.value[0];
    const margin = line.margin[seat] ?? line.margin[0];
    const told = {
      share: el("strong", {}, percent(value)),
      error: percent(line.error ?? 0),
      margin: `${margin >= 0 ? "+" : "−"}${inDigits(Math.abs(margin), 1)}`,
    };
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "line", onclick: () => onPoint(line.text), title: say("analysis.line") },
        el("code", {}, line.text),
        el("span", { class: "worth" }, ...sayWith(line.exact ? "analysis.exact" : "analysis.about", told)),
        line.line.length > 1 ? el("small", {}, line.line.slice(1, 7).join("  ")) : null,
      ),
    );
  }

  return { ...search, start, clear };
}
