/**
 * The tour of a game: the visitor makes moves on a real board, and reads what each rule does. The game's own file has
 * the wanted actions; the page only compares the visitor's choices with them.
 */
import { announce } from "./announce.js";
import * as api from "./api.js";
import { makeBoard } from "./board.js";
import { makeChooser } from "./chooser.js";
import { withClauses } from "./clauses.js";
import { NOTHING, byId } from "./dom.js";
import { makeFilm } from "./film.js";
import { openFirstGame } from "./intro.js";
import { say, speakAs } from "./messages.js";
import { layout, onLayout } from "./narrow.js";
import { untilReached } from "./reach.js";
import { showScore } from "./score.js";
import { listenToKeys } from "./shortcuts.js";
import { showTable } from "./table.js";
import { onTheme, theme } from "./theme.js";
import { showTurn } from "./turn.js";
import { makeView } from "./view.js";

/** @typedef {import("./answers.js").Shown} Shown */
/** @typedef {import("./answers.js").StopShown} StopShown */

/**
 * Open the tour of a game, at the stop that the address names.
 * @param {string} game
 */
export async function openTour(game) {
  const tour = api.tour(game);
  /** @type {StopShown} the stop that is shown */
  let stop = NOTHING;
  let isDone = false;
  /** The number of the last request, so that a late answer never hides a newer one. */
  let asked = 0;

  const board = makeBoard(byId("board"), {
    onPlace: (place) => chooser.choosePlace(place),
    onPoint: (place) => chooser.point(place),
  });
  const chooser = makeChooser(board, { onAct: act, whyNot });
  const view = makeView(board, { onZoom: () => chooser.hidePopover(), onFrame: () => chooser.refresh() });
  const film = makeFilm(board, {
    frame: (ply) => Promise.resolve(stop.pictures[ply - firstPly()] ?? ""),
    onDrawn: () => {
      view.show();
      chooser.refresh();
      if (!isDone) mark();
    },
  });

  /** Return the position after the stop's action. */
  const after = () => /** @type {Shown} */ (stop.after);
  const firstPly = () => after().ply - stop.pictures.length + 1;

  /**
   * Go to a stop.
   * @param {number} number
   */
  async function go(number) {
    const own = ++asked;
    const found = await untilReached(() => tour.stop(number, { theme: theme(), layout: layout() }));
    if (own !== asked) return;
    if (speakAs(found.language)) return go(number);
    stop = found;
    isDone = false;
    history.replaceState(null, "", `#${number}`);
    document.title = say("tour.title", { game: stop.title });
    byId("bar-title").textContent = byId("room-title").textContent = document.title;
    byId("tour-step").textContent = say("tour.step", { step: stop.step, steps: stop.steps });
    byId("tour-progress").max = stop.steps;
    byId("tour-progress").value = stop.step;
    byId("tour-title").textContent = stop.heading;
    byId("tour-words").replaceChildren(...withClauses(stop.words, game));
    byId("tour-back").disabled = number === 1;
    tell("");
    chooser.point(null);
    showPosition(stop.before);
    film.show(stop.before.svg, 1, 0);
    begin();
    announce(say("tour.said", { step: stop.step, heading: stop.heading, words: stop.words }));
    if (stop.action === null && !stop.tried.length) finish();
  }

  /** @param {Shown} shown */
  function showPosition(shown) {
    view.tell(shown);
    showTurn(shown);
    showScore(shown);
    showTable(shown);
  }

  /** Let the visitor choose, with the wanted choices marked like a hint. */
  function begin() {
    const { legal, questions } = stop.before;
    chooser.begin(legal && { legal, questions }, "", game);
    mark();
  }

  function mark() {
    const wanted = (stop.before.legal ?? []).find((action) => action.id === stop.action);
    const keys = stop.tried.length ? stop.tried : (wanted?.steps ?? []).map((step) => step.key);
    if (keys.length) chooser.mark(keys);
  }

  /** @param {{id: number} | {text: string}} action */
  function act(action) {
    if (isDone) return;
    if (/** @type {any} */ (action).id !== stop.action) {
      begin();
      chooser.refuse(say("tour.other"));
      return;
    }
    if (!stop.done && stop.stop < stop.stops) return go(stop.stop + 1);
    isDone = true;
    showPosition(after());
    film.show(after().svg, firstPly(), after().ply);
    finish();
  }

  /**
   * Return why a choice is refused; a step of the tour may ask the visitor to try just that.
   * @param {string[]} keys
   */
  async function whyNot(keys) {
    try {
      const { reason } = await tour.why(stop.stop, keys);
      // The step goes on once the reason is shown.
      if (reason && stop.tried.length && keys.at(-1) === stop.tried.at(-1)) setTimeout(wasRefused);
      return reason;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  /** Go on after a refusal that the step has asked for: to the rest of the step, if there is one. */
  function wasRefused() {
    if (stop.done) finish(false);
    else go(stop.stop + 1);
  }

  /**
   * Say what was done, and offer to go on.
   * @param {boolean} [isOver] whether there is nothing left to choose
   */
  function finish(isOver = true) {
    isDone = true;
    if (isOver) chooser.begin(null, say(stop.action === null ? "tour.read" : "tour.done"), game);
    tell(stop.done);
    announce(stop.done);
    byId("tour-next").focus({ preventScroll: true });
  }

  /**
   * Show what was done, and then the button that goes on.
   * @param {string} words
   */
  function tell(words) {
    byId("tour-done").replaceChildren(...withClauses(words, game));
    byId("tour-done").hidden = !words;
    byId("tour").classList.toggle("is-done", Boolean(words));
    byId("actions").hidden = isDone && !stop.tried.length;
    byId("tour-next").hidden = !isDone && !words;
    byId("tour-skip").hidden = isDone || stop.stop === stop.stops;
    byId("tour-next").textContent = say(stop.stop === stop.stops ? "tour.first" : "tour.next");
  }

  async function next() {
    chooser.refuse("");
    if (stop.stop < stop.stops) return go(stop.stop + 1);
    try {
      const found = (await api.games()).find((each) => each.name === game);
      await openFirstGame(game, found?.first_game ?? {});
    } catch (error) {
      chooser.refuse(/** @type {Error} */ (error).message);
    }
  }

  byId("tour-next").addEventListener("click", next);
  for (const [button, way] of /** @type {const} */ ([["tour-skip", 1], ["tour-back", -1]])) {
    byId(button).addEventListener("click", () => {
      chooser.refuse("");
      go(stop.stop + way);
    });
  }
  byId("tour-rules").href = `/rules/${game}`;
  listenToKeys({
    b: () => board.focus(board.current()),
    "+": view.zoomIn,
    "-": view.zoomOut,
    Escape: chooser.stepBack,
  });
  onTheme(() => go(stop.stop));
  onLayout(() => board.hasLayouts() && go(stop.stop));

  byId("room").classList.add("is-tour");
  byId("tour").hidden = false;
  byId("room").hidden = false;
  await go(Number(location.hash.slice(1)) || 1).catch(() => go(1));
}
