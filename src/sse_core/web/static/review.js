/**
 * The review panel: the graph of a game while the server searches its positions, and the turning points.
 */
import { badge, byId, el, pictureOf } from "./dom.js";
import { say } from "./messages.js";
import { makeSearch } from "./search.js";
import { onTheme, theme } from "./theme.js";

/** @typedef {import("./answers.js").Reviewed} Reviewed */
/** @typedef {import("./answers.js").ReviewedTurn} ReviewedTurn */
/** @typedef {import("./answers.js").Shown} Shown */

/** The pixels around a turn's triangle that belong to it. */
const NEAR = 24;

/**
 * @param {{onPly: (ply: number) => void, onWorths: (worths: any[]) => void}} hooks called when a person
 *     goes to a position, and with the worths of searched positions
 */
export function makeReview({ onPly, onWorths }) {
  const [button, words, graph, turns] = ["review", "review-words", "graph", "turns"].map(byId);
  const search = makeSearch({ button, words, begin: say("review.start"), end: say("review.stop"), show: draw });
  /** @type {Reviewed | null} what the server sent last */
  let found = null;
  /** The version of the reviewed game, and the position on the board. */
  let [version, ply] = [0, 0];

  /** Clear the results. */
  function clear() {
    search.stop();
    found = null;
    graph.replaceChildren();
    turns.replaceChildren();
    graph.hidden = byId("review-how").hidden = true;
    words.textContent = say("review.words");
    onWorths([]);
  }

  /**
   * Search a game from its first position to the last one.
   * @param {(width: number) => string} address by the width of the graph in pixels, so that its words are as large as
   * the page's
   */
  function start(address) {
    clear();
    graph.hidden = false;
    const width = graph.clientWidth;
    graph.hidden = true;
    search.start(address(width));
  }

  /** @param {Reviewed} news */
  function draw(news) {
    found = news;
    const far = news.searched < news.positions ? say("review.of", { searched: news.searched, positions: news.positions }) : "";
    words.textContent = [far, news.turns.length ? "" : say("review.nowhere"), news.words].filter(Boolean).join(" ");
    byId("review-how").hidden = false;
    byId("review-method").textContent = news.how;
    turns.replaceChildren(...news.turns.map(line));
    onWorths(news.worths);
    picture();
  }

  /** Show the graph in the theme of the page. */
  function picture() {
    if (!found) return;
    graph.replaceChildren(pictureOf(found.svg[theme()]));
    graph.hidden = false;
    mark();
  }

  /** Return the positions of the graph, in order. */
  const places = () => /** @type {any[]} */ ([...graph.querySelectorAll(".ply")]);

  /** Mark the position on the board, for screen readers, too. */
  function mark() {
    for (const place of places()) place.classList.toggle("is-now", place.dataset.ply === String(ply));
    const now = graph.querySelector(".is-now title");
    const [first, last] = [places()[0], places().at(-1)].map((place) => place?.dataset.ply ?? 0);
    const values = { valuemin: first, valuemax: last, valuenow: ply, valuetext: now?.textContent ?? `${ply}` };
    for (const [name, value] of Object.entries(values)) graph.setAttribute(`aria-${name}`, value);
  }

  /**
   * Go to the next turning point, or to the previous one.
   * @param {1 | -1} way
   */
  function toTurn(way) {
    const plies = (found?.turns ?? []).map((turn) => turn.ply).sort((/** @type {number} */ a, /** @type {number} */ b) => way * (a - b));
    const next = plies.find((/** @type {number} */ each) => way * (each - ply) > 0);
    if (next !== undefined) onPly(next);
  }

  /**
   * Go to the position at a place of the graph; above the graph, to the turn of the triangle there.
   * @param {MouseEvent} event
   */
  function pick(event) {
    const spans = places().map((place) => ({ ply: Number(place.dataset.ply), box: place.getBoundingClientRect() }));
    if (!spans.length) return;
    const far = (/** @type {{box: DOMRect}} */ { box }) => Math.abs((box.left + box.right) / 2 - event.clientX);
    const nearest = (/** @type {any[]} */ some) => some.reduce((one, other) => (far(other) < far(one) ? other : one));
    const turns = found?.turns ?? [];
    const turned = spans.filter((span) => turns.some((turn) => turn.ply === span.ply));
    const isAbove = event.clientY < spans[0].box.top;
    const triangle = isAbove && turned.length ? nearest(turned) : null;
    if (isAbove && (event.clientY < spans[0].box.top - NEAR || !triangle || far(triangle) > NEAR)) return;
    onPly((triangle ?? spans.find(({ box }) => event.clientX <= box.right) ?? spans.at(-1)).ply);
  }

  /** @param {ReviewedTurn} turn */
  function line(turn) {
    const who = turn.seat < 0 ? el("span", { class: "badge chance", title: say("moves.chance") }, "⚄") : badge(turn.letter);
    return el("li", {}, el("button", { type: "button", class: "turn-line", onclick: () => onPly(turn.ply) }, who, el("span", {}, say("review.turn", { move: String(turn.ply + 1), words: turn.words }))));
  }

  /**
   * Take the new state of the page; if the game has gone on, its review is cleared.
   * @param {Shown} shown
   */
  function show(shown) {
    if (shown.version !== version) clear();
    [version, ply] = [shown.version, shown.ply - shown.line.length];
    button.disabled = shown.secrets || shown.first_ply === shown.last_ply;
    if (!found && !search.isRunning()) words.textContent = say(shown.secrets ? "review.secrets" : "review.words");
    mark();
  }

  graph.addEventListener("click", pick);
  onTheme(picture);
  return { ...search, start, clear, show, nextTurn: () => toTurn(1), turnBefore: () => toTurn(-1) };
}
