/**
 * A game on the page: it holds what the server last showed, what has been chosen so far, and tells the panels.
 */
import { makeAnalysis } from "./analysis.js";
import { announce } from "./announce.js";
import { room } from "./api.js";
import { makeBoard } from "./board.js";
import { makeChoices } from "./choices.js";
import { makeCover } from "./cover.js";
import { confirmed } from "./dialogs.js";
import { byId, el } from "./dom.js";
import { follow } from "./events.js";
import { animate, faceDown } from "./flight.js";
import { makeMoves, spoken } from "./moves.js";
import { makePopover } from "./popover.js";
import { forget, remember } from "./recent.js";
import { makeReplay } from "./replay.js";
import { nameOf, showScore } from "./score.js";
import { makeShare } from "./share.js";
import { listenToKeys } from "./shortcuts.js";
import { choicesAfter, chosenSteps, keysWith, wholeAction } from "./steps.js";
import { onTheme, theme } from "./theme.js";

const HINT_SECONDS = 1;
const NARROW = matchMedia("(max-width: 60rem)");

/**
 * Open a game on the page.
 * @param {string} id
 */
export async function openRoom(id) {
  const api = room(id);
  /** @type {any} what the server last showed */
  let shown = null;
  /** @type {string[]} the steps chosen so far */
  let keys = [];
  /** @type {{text: string, words: string, keys: string[]} | null} */
  let hint = null;
  /** @type {number | null} the position that is looked at; null follows the game */
  let ply = null;
  /** @type {number | null} the seat of the person at the screen, in a game with hidden hands */
  let viewer = null;
  let covered = false;
  let asked = 0;
  let busy = false;
  let drawn = "";
  let stopFollowing = () => {};

  const board = makeBoard(byId("board"), { onPlace: choosePlace, onPoint: point });
  const choices = makeChoices({ onChoose: choose, onPoint: point });
  const popover = makePopover(choose);
  const moves = makeMoves((wanted) => look(wanted === shown.last_ply ? null : wanted));
  const replay = makeReplay({ onPly: look, onPlayOn: playOn });
  const analysis = makeAnalysis({ onPoint: (text) => showLine(text) });
  const share = makeShare(api);
  const cover = makeCover(uncover);

  // --- what the server shows

  /** Ask for the position again, and show it. */
  async function refresh() {
    const number = ++asked;
    try {
      const next = await api.shown({ ply, seat: viewer, theme: theme() });
      if (number === asked) show(next);
    } catch (error) {
      if (number === asked) failed(error);
    }
  }

  /**
   * Show what the server answered.
   * @param {any} next
   */
  function show(next) {
    const before = shown;
    shown = next;
    const moved = !before || before.version !== next.version || before.ply !== next.ply;
    if (moved) {
      keys = [];
      hint = null;
      if (before && before.ply !== next.ply) analysis.clear();
    }
    if (mustPass(next)) return passTo(next.person);
    if (next.svg !== drawn) {
      const hidden = faceDown(board.picture());
      board.draw(next.svg);
      drawn = next.svg;
      if (before && next.ply > before.ply && ply === null) animate(board, hidden);
    }
    byId("map-only").hidden = byId("zoom-in").hidden = byId("zoom-out").hidden = !board.hasPlaces();
    byId("room-title").textContent = document.title = `${next.title}: ${turnWords(next)}`;
    byId("bar-title").textContent = next.title;
    byId("turn-words").replaceChildren(...turnParts(next));
    byId("turn").classList.toggle("is-thinking", next.thinking != null);
    showScore(next);
    moves.show(next);
    replay.show(next);
    share.show(next, theme());
    showTools();
    showChoices();
    if (before && moved && ply === null) tell(before, next);
    if (!before) remember(next);
  }

  /**
   * Announce the moves since the last look, and whose turn it is.
   * @param {any} before
   * @param {any} next
   */
  function tell(before, next) {
    const fresh = next.moves.filter((/** @type {any} */ move) => move.ply > before.last_ply).slice(-6);
    announce([...fresh.map(spoken), turnWords(next)].map((words) => `${words}.`).join(" "));
  }

  /** @param {any} next */
  function turnWords(next) {
    return next.finished && next.ply === next.last_ply ? next.result : next.situation;
  }

  /**
   * Return the line above the board, with the badge of each seat that acts.
   * @param {any} next
   */
  function turnParts(next) {
    const acting = next.finished ? [] : next.seats.filter((/** @type {any} */ seat) => seat.acts);
    const badges = acting.map((/** @type {any} */ seat) => el("span", { class: "badge", "data-seat": seat.letter, title: nameOf(seat) }, seat.letter));
    return [...badges, ` ${turnWords(next)}`];
  }

  /** Show which of the buttons do something now. */
  function showTools() {
    const past = shown.ply !== shown.last_ply;
    byId("undo").disabled = !shown.can_undo || past;
    byId("redo").disabled = !shown.can_redo || past;
    byId("hint").disabled = !shown.legal;
    byId("resign").hidden = shown.finished || shown.person == null;
    byId("rematch").hidden = !shown.finished;
    byId("notation").hidden = !shown.legal;
    byId("analyse").disabled = shown.finished && !past;
  }

  /** @param {number} seat */
  function letterOf(seat) {
    return shown.seats[seat].letter;
  }

  // --- hidden hands

  /** @param {any} next */
  function mustPass(next) {
    const people = next.seats.filter((/** @type {any} */ seat) => seat.is_person).length;
    return next.secrets && people > 1 && !next.finished && next.person != null && next.person !== viewer && ply === null;
  }

  /** @param {number} seat */
  function passTo(seat) {
    const letter = letterOf(seat);
    covered = true;
    popover.hide();
    for (const part of ["board", "choices", "moves"]) byId(part).replaceChildren();
    drawn = "";
    byId("room").classList.add("is-covered");
    cover.show(letter);
    announce(`Pass the screen to ${letter}.`);
  }

  function uncover() {
    covered = false;
    viewer = shown.person;
    byId("room").classList.remove("is-covered");
    refresh();
  }

  // --- choosing

  /** Show the next choices: as buttons, on the board, and beside the place that was chosen. */
  function showChoices() {
    const legal = shown.legal ?? [];
    const next = choicesAfter(legal, keys);
    const chosen = chosenSteps(legal, keys);
    const hinted = hint && keys.every((key, i) => key === hint?.keys[i]) ? hint.keys[keys.length] : "";
    choices.show(next, hinted ?? "");
    byId("actions-title").textContent = legal.length ? chosen.map(({ words }) => words).join(" › ") || "Your move" : waitWords();
    byId("step-back").hidden = !keys.length;
    const onBoard = next.filter(({ step }) => board.has(step.key));
    board.mark({
      choices: new Map(onBoard.map(({ step }) => [step.key, [step.words, step.note].filter(Boolean).join(", ")])),
      chosen: keys.filter((key) => board.has(key)),
      hinted: (hint?.keys ?? []).filter((key) => board.has(key)),
    });
    const place = keys.at(-1) ?? "";
    if (board.has(place) && next.length && !onBoard.length) popover.show(next.map(({ step }) => step), board.boxOf(place), chosen.at(-1)?.words ?? place);
    else popover.hide();
    showHint();
  }

  /** Return what is said where there is nothing to choose. */
  function waitWords() {
    if (shown.ply !== shown.last_ply) return "Looking back";
    if (shown.finished) return "The game is over";
    return shown.thinking != null ? `${letterOf(shown.thinking)} is thinking…` : "Waiting";
  }

  /** @param {string} key */
  function choose(key) {
    if (busy || covered) return;
    choseTo([...keys, key]);
  }

  /**
   * A place of the picture was chosen: a step forward, a step back, or a refusal.
   * @param {string} place
   */
  function choosePlace(place) {
    if (busy || covered) return;
    const next = keysWith(shown.legal ?? [], keys, place);
    if (next === null) whyNot(place);
    else if (next.join(" ") === keys.join(" ")) stepBack();
    else choseTo(next);
  }

  /** @param {string[]} next */
  function choseTo(next) {
    refuse("");
    keys = next;
    const action = wholeAction(shown.legal ?? [], keys);
    if (action) return act({ id: action.id });
    byId("filter").value = "";
    showChoices();
    const chosen = chosenSteps(shown.legal, keys).at(-1);
    announce(`${chosen?.words}. ${choicesAfter(shown.legal, keys).length} choices.`);
  }

  /** Take the last choice back; return whether there was one. */
  function stepBack() {
    refuse("");
    if (!keys.length) return false;
    const place = keys.at(-1) ?? "";
    keys = keys.slice(0, -1);
    showChoices();
    if (board.has(place) && !byId("choices").contains(document.activeElement)) board.focus(place);
    return true;
  }

  /**
   * Say why a place can't be chosen now.
   * @param {string} place
   */
  async function whyNot(place) {
    if (!shown.legal) return refuse(shown.ply === shown.last_ply ? waitWords() : "This position is past. Go to the last one, or play on from here.");
    try {
      const { reason } = await api.tell("why", { seat: shown.person, keys: [...keys, place] });
      refuse(reason);
    } catch (error) {
      failed(error);
    }
  }

  /**
   * Show and announce one line where the choices are; an empty one takes it away.
   * @param {string} words
   */
  function refuse(words) {
    byId("refusal").textContent = words;
    byId("refusal").hidden = !words;
    announce(words);
  }

  /** @param {string | null} key */
  function point(key) {
    const legal = shown?.legal ?? [];
    const found = key === null ? undefined : choicesAfter(legal, keys).find(({ step }) => step.key === key)?.step;
    const title = key !== null && board.has(key) ? board.titleOf(key) : "";
    byId("pointed").textContent = [title, found && [found.words, found.note].filter(Boolean).join(": ")].filter(Boolean).join(" · ");
    board.pointAt(key);
  }

  // --- acting

  /**
   * Tell the server of something that changes the game, and show what comes of it.
   * @param {"act" | "undo" | "redo" | "resign"} what
   * @param {object} body
   */
  async function change(what, body = {}) {
    if (busy) return;
    busy = true;
    const number = ++asked;
    byId("room").setAttribute("aria-busy", "true");
    refuse("");
    try {
      ply = null;
      const next = await api.tell(what, { version: shown.version, seat: viewer ?? shown.person, theme: theme(), ...body });
      if (number === asked) show(next);
      return true;
    } catch (error) {
      failed(error);
      keys = [];
      await refresh();
      return false;
    } finally {
      busy = false;
      byId("room").removeAttribute("aria-busy");
    }
  }

  /** @param {{id: number} | {text: string}} action */
  function act(action) {
    popover.hide();
    return change("act", action);
  }

  /** Begin the game again at the position on the board. */
  async function playOn() {
    const back = shown.last_ply - shown.ply;
    if (await confirmed(`Take ${back} ${back === 1 ? "move" : "moves"} back and play on from here? Redo brings them again.`, "Play on")) change("undo", { to: shown.ply });
  }

  async function resign() {
    if (await confirmed(`Resign as ${letterOf(shown.person)}?`, "Resign")) change("resign", { seat: shown.person });
  }

  async function rematch() {
    try {
      const next = await api.tell("rematch", { theme: theme() });
      location.assign(`/g/${next.id}`);
    } catch (error) {
      failed(error);
    }
  }

  /** @param {SubmitEvent} event */
  async function playNotation(event) {
    event.preventDefault();
    const field = byId("notation-text");
    if (field.value.trim() && (await act({ text: field.value.trim() }))) field.value = "";
  }

  // --- hints and analysis

  async function askHint() {
    if (!shown?.legal || busy) return;
    const { version } = shown;
    byId("hint").disabled = true;
    byId("hint-line").textContent = "Thinking of a hint…";
    byId("hint-line").hidden = false;
    try {
      const found = await api.tell("hint", { seat: shown.person, seconds: HINT_SECONDS });
      if (shown.version !== version) return;
      hint = { text: found.text, words: found.words, keys: found.steps.map((/** @type {any} */ step) => step.key ?? step) };
      announce(`Hint: ${found.text}, ${found.words}.`);
      showChoices();
    } catch (error) {
      failed(error);
    } finally {
      showHint();
      byId("hint").disabled = !shown.legal;
    }
  }

  function showHint() {
    const line = byId("hint-line");
    line.hidden = !hint;
    if (!hint) return line.replaceChildren();
    const { text, words } = hint;
    line.replaceChildren("Hint: ", el("code", {}, text), ` ${words} `, el("button", { type: "button", id: "play-hint", onclick: () => act({ text }) }, "Play it"));
  }

  /**
   * Show the first action of a line on the board.
   * @param {string} text
   */
  function showLine(text) {
    const found = (shown.legal ?? []).find((/** @type {any} */ action) => action.text === text);
    hint = found ? { text, words: "", keys: found.steps.map((/** @type {any} */ step) => step.key) } : null;
    keys = [];
    showChoices();
  }

  function toggleAnalysis() {
    if (analysis.isRunning()) analysis.stop();
    else analysis.start(api.address("analysis", { ply: shown.ply, seat: viewer ?? shown.person }), shown.seats);
  }

  // --- looking back

  /** @param {number | null} wanted */
  function look(wanted) {
    ply = wanted;
    refuse("");
    refresh();
  }

  /** @param {unknown} error */
  function failed(error) {
    const { status, message } = /** @type {any} */ (error);
    if (status !== 404) return refuse(message);
    forget(id);
    stopFollowing();
    byId("gone-words").textContent = `${message}. Games end here when nobody has touched them for long, or when the server starts again without its data.`;
    byId("room").hidden = true;
    byId("gone").hidden = false;
    document.title = "This game is gone";
    byId("gone").querySelector("a")?.focus();
  }

  const clicks = {
    undo: () => change("undo"),
    redo: () => change("redo"),
    hint: askHint,
    resign,
    rematch,
    analyse: toggleAnalysis,
    "step-back": stepBack,
    "zoom-in": () => zoom(1.4),
    "zoom-out": () => zoom(1 / 1.4),
    "map-only": () => mapOnly(byId("map-only").getAttribute("aria-pressed") !== "true"),
  };
  for (const [button, click] of Object.entries(clicks)) byId(button).addEventListener("click", click);
  byId("notation").addEventListener("submit", playNotation);

  /** @param {number} factor */
  function zoom(factor) {
    board.zoom(factor);
    popover.hide();
  }

  /** @param {boolean} on */
  function mapOnly(on) {
    byId("map-only").setAttribute("aria-pressed", String(on));
    board.showWhole(!on);
    popover.hide();
  }

  listenToKeys({
    u: () => byId("undo").click(),
    r: () => byId("redo").click(),
    h: askHint,
    a: () => byId("analyse").click(),
    b: () => board.focus(board.current()),
    "/": () => byId("notation-text").focus(),
    "+": () => zoom(1.4),
    "-": () => zoom(1 / 1.4),
    ArrowLeft: replay.back,
    ArrowRight: replay.forward,
    Home: replay.first,
    End: replay.last,
    Escape: stepBack,
  });

  byId("room").hidden = false;
  mapOnly(NARROW.matches);
  onTheme(refresh);
  await refresh();
  stopFollowing = follow(api.address("events"), {
    onChange: (news) => {
      if (!shown || news.version !== shown.version || (news.thinking ?? null) !== (shown.thinking ?? null)) refresh();
    },
    onBack: refresh,
  });
}
