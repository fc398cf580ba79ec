/**
 * Analysis: an evaluation bar and the best lines, streamed while the server thinks, until it is stopped.
 */
import { badge, byId, el } from "./dom.js";
import { makeSearch } from "./search.js";

const SHOWN_LINES = 5;

/**
 * @param {{onPoint: (text: string) => void}} hooks a person points at the first action of a line
 */
export function makeAnalysis({ onPoint }) {
  const [button, words, lines, bar] = ["analyse", "analysis-words", "lines", "evaluation"].map(byId);
  /** @type {{letter: string}[]} the seats of the game that is searched */
  let seats = [];
  const search = makeSearch({ button, words, begin: "Analyse", end: "Stop", show });

  /** Forget what was found: it is of another position. */
  function clear() {
    search.stop();
    lines.replaceChildren();
    bar.hidden = true;
    byId("analysis-how").hidden = true;
    words.textContent = "See what each action is worth.";
  }

  /**
   * Think about a position.
   * @param {string} address
   * @param {{letter: string}[]} ofGame
   */
  function start(address, ofGame) {
    clear();
    seats = ofGame;
    search.start(address);
  }

  /** @param {any} found */
  function show(found) {
    const best = found.lines[0];
    if (!best) {
      words.textContent = "There is nothing to choose here.";
      return;
    }
    showBar(best);
    const still = found.done ? "" : "…";
    words.textContent = `${count(found.visits)} simulations, ${found.seconds.toFixed(1)} s${found.exact ? ", proved" : still}`;
    byId("analysis-how").hidden = false;
    byId("analysis-method").textContent = found.how;
    lines.replaceChildren(...found.lines.slice(0, SHOWN_LINES).map((/** @type {any} */ line) => lineOf(line, found.seat ?? 0)));
  }

  /**
   * Show each seat's share of the win; in a game for one, the chance to win.
   * @param {any} best
   */
  function showBar(best) {
    const shares = best.value.map((/** @type {number} */ value, /** @type {number} */ i) => {
      const part = el("span", { class: "share", "data-seat": seats[i].letter }, badge(seats[i].letter), el("span", {}, percent(value)));
      part.style.flexGrow = String(Math.max(value, 0.001));
      return part;
    });
    bar.replaceChildren(...shares);
    if (shares.length === 1) {
      const rest = el("span", { class: "share rest" });
      rest.style.flexGrow = String(1 - best.value[0]);
      bar.append(rest);
    }
    bar.setAttribute("role", "img");
    const each = best.value.map((/** @type {number} */ value, /** @type {number} */ i) => `${seats[i].letter} ${percent(value)}`);
    bar.setAttribute("aria-label", `Share of the win: ${each.join(", ")}`);
    bar.hidden = false;
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

/** @param {number} value */
function percent(value) {
  return `${(100 * value).toFixed(1)} %`;
}

/** @param {number} number */
function count(number) {
  return number.toLocaleString("en").replaceAll(",", " ");
}
