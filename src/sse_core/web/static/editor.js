/**
 * The map editor. The text of a map is its whole state: the server says what a click changes, and what can't be played
 * yet.
 */
import { announce } from "./announce.js";
import * as api from "./api.js";
import { makeBoard } from "./board.js";
import { withClauses } from "./clauses.js";
import { NOTHING, afterPause, byId, el } from "./dom.js";
import { nounOf } from "./gallery.js";
import { forGood } from "./kept.js";
import { say, speakAs } from "./messages.js";
import { makePalette } from "./palette.js";
import { makeSettings } from "./settings.js";
import { listenToKeys } from "./shortcuts.js";
import { makeTexts } from "./texts.js";
import { onTheme, theme } from "./theme.js";
import { makeTurning } from "./turning.js";

/** @typedef {import("./answers.js").RemarkShown} RemarkShown */
/** @typedef {import("./answers.js").Sketched} Sketched */
/** @typedef {import("./answers.js").GameShown} GameShown */

const FACTOR = 1.35;
const PAUSE = 300;
const LARGEST_FILE = 100_000;

/** Open a map: the one in the address, or the last one that was drawn in this browser. */
export async function openEditor() {
  const asked = new URLSearchParams(location.search);
  const packed = asked.get("p");
  let wrong = "";
  const shared = packed ? await api.shared(packed, theme()).catch((error) => void (wrong = error.message)) : null;
  const games = await api.games();
  const wanted = shared?.game ?? asked.get("game");
  const game = games.find((each) => each.is_drawn && (!wanted || each.name === wanted)) ?? /** @type {GameShown} */ (games.find((each) => each.is_drawn));
  speakAs(game.language);
  const kit = await api.tools(game.name);
  const key = `drawing-${game.name}`;

  const texts = makeTexts(forGood.get(key) ?? "");
  if (shared) {
    texts.add(shared.text);
    // From now on the browser stores the map, so that a reload doesn't begin again.
    history.replaceState(null, "", `/edit?game=${game.name}`);
  }

  // --- the parts of the page

  const boardRoot = el("div", { class: "board" });
  const tools = el(
    "div",
    { class: "tools", role: "group", "aria-label": say("editor.view") },
    icon("−", say("zoom.out"), "-", () => zoom(1 / FACTOR)),
    icon("+", say("zoom.in"), "+", () => zoom(FACTOR)),
  );
  const about = el("p", { class: "turn-words", role: "status" });
  const pointed = el("p", { class: "pointed" });
  const undoButton = el("button", { type: "button", onclick: () => go(-1), title: "U" }, say("editor.undo"));
  const redoButton = el("button", { type: "button", onclick: () => go(1), title: "Y" }, say("editor.redo"));
  const state = el("p", { class: "state" });
  const play = el("button", { type: "button", class: "primary large", onclick: () => location.assign(shown.play ?? "") }, say("editor.play"));
  const refused = el("p", { class: "error", role: "alert", hidden: true });
  const box = el("textarea", { rows: 14, spellcheck: "false", autocapitalize: "off", "aria-label": say("editor.text") });
  const save = el("a", { class: "button", download: `${kit.preset}.map` }, say("editor.save"));
  const copied = el("p", { class: "hint", role: "status" });
  const palette = makePalette(kit.game, kit.tools, () => change({}));
  const settings = makeSettings(kit, (setting, value) => change({ setting, value }));

  byId("editor").replaceChildren(
    el("h1", { class: "sr-only" }, say("editor.of", { title: kit.title, preset: nounOf(kit.preset) })),
    el(
      "section",
      { class: "board-area", "aria-label": say("editor.drawing") },
      el("div", { class: "turn" }, about, tools),
      state,
      el("div", { class: "board-frame" }, boardRoot),
      pointed,
    ),
    el(
      "section",
      { class: "card actions", "aria-labelledby": "tools-title" },
      el("h2", { id: "tools-title" }, say("editor.tools")),
      palette.head,
      palette.root,
      refused,
      el("div", { class: "actions-foot" }, el("div", { class: "buttons" }, undoButton, redoButton, play)),
    ),
    el("div", { class: "side" }, beginning(), settings.root, texting(), keyboard()),
  );
  byId("editor").hidden = false;
  document.title = say("editor.of", { title: kit.title, preset: nounOf(kit.preset) });
  byId("bar-title").textContent = kit.title;

  const board = makeBoard(boardRoot, { onPlace: click, onPoint: (place) => (pointed.textContent = place ? board.titleOf(place) : "") });
  board.showWhole(false, false);
  const turning = makeTurning(tools, board, mark);

  // --- changes, one at a time

  /** @type {Sketched} what the server last answered */
  let shown = NOTHING;
  let last = Promise.resolve();

  /**
   * Ask the server for the text after a change, and show it; a change waits for earlier ones.
   * @param {object} what a click, another value of a setting, or nothing
   * @param {boolean} [isTyped]
   */
  function change(what, isTyped = false) {
    last = last.then(() => changed(what, isTyped));
    return last;
  }

  /**
   * @param {object} what
   * @param {boolean} isTyped
   */
  async function changed(what, isTyped) {
    refuse("");
    try {
      const answer = await api.sketch({ game: kit.game, text: texts.text(), theme: theme(), tool: palette.tool(), turn: palette.turn(), ...what });
      const isNew = Object.keys(what).length > 0;
      if (isNew) texts.add(answer.text);
      show(answer, isTyped);
      if (isNew) announce(stateWords());
    } catch (error) {
      refuse(/** @type {Error} */ (error).message);
      settings.show(shown?.settings ?? {});
    }
  }

  /** @param {string} place */
  async function click(place) {
    await change({ place, tool: palette.tool(), turn: palette.turn() });
    if (board.has(place)) pointed.textContent = board.titleOf(place);
  }

  /** @param {number} way */
  function go(way) {
    if (way < 0 ? !texts.canUndo() : !texts.canRedo()) return;
    last = last.then(() => texts.go(way)).then(() => changed({}, false));
  }

  /** @param {string} text */
  function begin(text) {
    texts.add(text);
    change({});
  }

  // --- what is shown

  /**
   * @param {Sketched} answer
   * @param {boolean} isTyped whether the text was typed, so that the text box has it already
   */
  function show(answer, isTyped) {
    shown = answer;
    forGood.set(key, texts.text());
    if (!isTyped) box.value = texts.text();
    save.href = `data:text/plain;charset=utf-8,${encodeURIComponent(texts.text())}`;
    if (answer.svg) {
      board.draw(answer.svg);
      turning.show(kit.game);
      mark();
      palette.count(answer.counts);
      settings.show(answer.settings);
    }
    boardRoot.classList.toggle("is-old", !answer.svg);
    about.textContent = answer.about || say("editor.unread");
    undoButton.disabled = !texts.canUndo();
    redoButton.disabled = !texts.canRedo();
    box.setAttribute("aria-invalid", String(!answer.svg));
    play.disabled = !answer.play;
    const remarks = answer.fault ? [answer.fault] : answer.notes;
    state.classList.toggle("error", Boolean(answer.fault));
    state.replaceChildren(...(remarks.length ? remarks.flatMap(remarked) : [say("editor.good")]));
  }

  /** Mark the places where the chosen tool fits best. */
  function mark() {
    const fits = shown.fits.map((key) => /** @type {const} */ ([key, { key, words: say("editor.fits"), note: "", costs: false }]));
    board.mark({ choices: new Map(fits), chosen: [], hinted: [] });
  }

  /** @param {RemarkShown} remark */
  function remarked(remark) {
    const there = remark.place && board.has(remark.place);
    return [
      ...withClauses(`${remark.words}.`, kit.game),
      there ? el("button", { type: "button", class: "quiet", onclick: () => board.focus(remark.place) }, say("editor.goThere")) : "",
    ];
  }

  /** Return the announcement after a change: the place, and whether the map can be played. */
  function stateWords() {
    const place = board.titleOf(board.current());
    return say("editor.done", { place, state: shown.fault ? say("editor.notYet") : say("editor.good") });
  }

  /** @param {string} words */
  function refuse(words) {
    refused.replaceChildren(...(words ? withClauses(words, kit.game) : []));
    refused.hidden = !words;
  }

  /** @param {number} factor */
  function zoom(factor) {
    board.zoom(factor);
  }

  // --- the cards beside the board

  /**
   * @param {string} sign
   * @param {string} words
   * @param {string} shortcut
   * @param {() => void} onclick
   */
  function icon(sign, words, shortcut, onclick) {
    return el("button", { type: "button", class: "icon", "aria-label": words, title: `${words} (${shortcut})`, onclick }, sign);
  }

  /**
   * @param {string} id
   * @param {string} words
   * @param {...any} parts
   */
  function card(id, words, ...parts) {
    return el("section", { class: "card", "aria-labelledby": id }, el("h2", { id }, words), ...parts);
  }

  /** Return the list of maps to begin with. */
  function beginning() {
    const list = el(
      "select",
      { "aria-label": say("editor.beginWith"), onchange: () => beginWith(list) },
      el("option", { value: "" }, "…"),
      el("option", { value: " " }, say("editor.empty")),
      ...kit.presets.map((/** @type {{name: string, title: string}} */ { name, title }) => el("option", { value: name }, title)),
    );
    return card("begin-title", say("editor.begin"), list, el("p", { class: "hint" }, say("editor.far")));
  }

  /** @param {HTMLSelectElement} list */
  async function beginWith(list) {
    const name = list.value;
    list.value = "";
    try {
      if (name) begin(name === " " ? "" : (await api.preset(kit.game, name)).text);
    } catch (error) {
      refuse(/** @type {Error} */ (error).message);
    }
  }

  /** Return the card with the text and its buttons. */
  function texting() {
    const file = el("input", { class: "sr-only", type: "file", accept: ".map,.txt,text/plain", onchange: () => read(file.files?.[0]) });
    const typed = afterPause(() => change({}, true), PAUSE);
    box.addEventListener("input", () => {
      texts.add(box.value, true);
      typed();
    });
    return card(
      "text-title",
      say("editor.text"),
      el("p", { class: "hint" }, say("editor.textWords")),
      box,
      el(
        "div",
        { class: "buttons" },
        el("label", { class: "button" }, say("editor.open"), file),
        save,
        el("button", { type: "button", onclick: copy }, say("editor.copy")),
      ),
      copied,
    );
  }

  /** @param {File | undefined} file */
  async function read(file) {
    if (!file) return;
    if (file.size > LARGEST_FILE) return refuse(say("editor.tooLarge", { name: file.name }));
    begin(await file.text());
  }

  async function copy() {
    const isCopied = await navigator.clipboard?.writeText(texts.text()).then(() => true, () => false);
    if (!isCopied) box.select();
    copied.textContent = say(isCopied ? "editor.copied" : "editor.copyYourself");
  }

  function keyboard() {
    const keys = kit.tools.filter((tool) => tool.shortcut);
    return el(
      "details",
      { class: "card" },
      el("summary", {}, say("editor.keys")),
      el("p", { class: "hint" }, say("editor.keysBoard")),
      el("p", { class: "hint" }, say("editor.keysTools")),
      el("dl", { class: "keys" }, ...keys.map((tool) => el("div", {}, el("dt", {}, el("kbd", {}, tool.shortcut)), el("dd", {}, tool.words)))),
      el("p", { class: "hint" }, say("editor.keysOther")),
    );
  }

  // --- the keyboard

  boardRoot.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !palette.press(event.key)) return;
    event.preventDefault();
    click(board.current());
  });
  document.addEventListener("keydown", (event) => {
    const isWriting = /** @type {Element} */ (event.target).closest("textarea, input:not([type=radio])");
    if (isWriting || !(event.ctrlKey || event.metaKey) || !["z", "y"].includes(event.key.toLowerCase())) return;
    event.preventDefault();
    go(event.key.toLowerCase() === "y" || event.shiftKey ? 1 : -1);
  });
  listenToKeys({
    u: () => go(-1),
    y: () => go(1),
    t: palette.turnOn,
    m: turning.flip,
    "[": turning.left,
    "]": turning.right,
    "+": () => zoom(FACTOR),
    "-": () => zoom(1 / FACTOR),
  });
  onTheme(() => change({}));
  await change({});
  refuse(wrong);
}
