/**
 * Review: the graph of a game while the server searches it position by position, and where the game turned.
 */
import { badge, byId, el, pictureOf } from "./dom.js";
import { makeSearch } from "./search.js";
import { onTheme, theme } from "./theme.js";

const NOTHING = "See what each position was worth, and where the game turned.";
const SECRETS = "This game has secrets: its review is open after the end.";

/** @param {{onPly: (ply: number) => void}} hooks a person goes to a position */
export function makeReview({ onPly }) {
  const [button, words, graph, turns] = ["review", "review-words", "graph", "turns"].map(byId);
  const search = makeSearch({ button, words, begin: "Review", end: "Stop review", show: draw });
  /** @type {any} what the server sent last */
  let found = null;
  /** The version of the game that is reviewed, and the position on the board. */
  let [version, ply] = [0, 0];

  /** Forget what was found. */
  function clear() {
    search.stop();
    found = null;
    graph.replaceChildren();
    turns.replaceChildren();
    graph.hidden = byId("review-how").hidden = true;
    words.textContent = NOTHING;
  }

  /**
   * Search a game from its first position to the last one.
   * @param {string} address
   */
  function start(address) {
    clear();
    search.start(address);
  }

  /** @param {any} news */
  function draw(news) {
    found = news;
    const far = news.searched < news.positions ? `${news.searched} of ${news.positions} positions. ` : "";
    words.textContent = `${far}${news.turns.length ? "" : "The game turned nowhere. "}${news.words}`;
    byId("review-how").hidden = false;
    byId("review-method").textContent = news.how;
    turns.replaceChildren(...news.turns.map(line));
    picture();
  }

  /** Show the graph in the theme of the page. */
  function picture() {
    if (!found) return;
    graph.replaceChildren(pictureOf(found.svg[theme()]));
    graph.hidden = false;
    mark();
  }

  /** Mark the position on the board. */
  function mark() {
    for (const place of graph.querySelectorAll(".ply")) place.classList.toggle("is-now", place.dataset.ply === String(ply));
  }

  /** @param {any} turn */
  function line(turn) {
    const who = turn.seat < 0 ? el("span", { class: "badge chance", title: "chance" }, "⚄") : badge(turn.letter);
    return el("li", {}, el("button", { type: "button", class: "turn-line", onclick: () => onPly(turn.ply) }, who, el("span", {}, turn.words)));
  }

  /**
   * Take in what the page shows: a review of a game that has gone on since is forgotten.
   * @param {any} shown
   */
  function show(shown) {
    if (shown.version !== version) clear();
    [version, ply] = [shown.version, shown.ply];
    button.disabled = shown.secrets || shown.first_ply === shown.last_ply;
    if (!found && !search.isRunning()) words.textContent = shown.secrets ? SECRETS : NOTHING;
    mark();
  }

  graph.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const place = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest(".ply"));
    if (place) onPly(Number(place.dataset.ply));
  });
  onTheme(picture);
  return { ...search, start, clear, show };
}
