/**
 * The chooser: a person chooses an action step by step, on the board, by buttons, or in a small group beside a place.
 * Hints mark the steps of an action.
 */
import { announce } from "./announce.js";
import { makeChoices } from "./choices.js";
import { marksOf, parted, withClauses } from "./clauses.js";
import { byId, el } from "./dom.js";
import { listed, say, sayWith } from "./messages.js";
import { makePopover } from "./popover.js";
import { choicesAfter, chosenSteps, inOne, keysWith, wholeAction } from "./steps.js";

/**
 * @typedef {import("./steps.js").Legal} Legal
 * @typedef {{text: string, words: string, keys: string[]}} Hint
 */

/**
 * @param {ReturnType<typeof import("./board.js").makeBoard>} board
 * @param {object} hooks
 * @param {(action: {id: number} | {text: string}) => void} hooks.onAct
 * @param {(keys: string[]) => Promise<string>} hooks.whyNot returns why no legal action begins with these keys
 * @param {() => boolean} [hooks.isToConfirm] whether a chosen action waits until it is confirmed */
export function makeChooser(board, { onAct, whyNot, isToConfirm = () => false }) {
  /** @type {Legal[]} */
  let legal = [];
  /** @type {string[]} the keys of the steps that were chosen */
  let keys = [];
  /** @type {Hint | null} */
  let hint = null;
  let waiting = "";
  let title = "";
  let game = "";
  /** @type {Record<string, string>} the question for the next step, by the keys before it */
  let questions = {};
  let locked = false;

  const choices = makeChoices({ onChoose: choose, onPoint: point });
  const popover = makePopover(choose);
  byId("step-back").addEventListener("click", stepBack);
  byId("make-move").addEventListener("click", make);
  document.addEventListener("click", (event) => {
    const isElsewhere = !(/** @type {Element} */ (event.target).closest("a, button, input, select, summary, [data-place], #actions"));
    if (isElsewhere && wholeAction(legal, keys) && !locked) stepBack();
  });

  /**
   * Show the legal actions of a position, with nothing chosen; without any, `words` say for what the game waits.
   * @param {{legal: Legal[], questions: Record<string, string>} | null} actions with the question for each step
   * @param {string} words
   * @param {string} name the game, whose rules are cited
   * @param {string} [heading] the words above the first question
   */
  function begin(actions, words, name, heading = "") {
    game = name;
    title = heading;
    legal = actions?.legal ?? [];
    questions = actions?.questions ?? {};
    waiting = words;
    keys = [];
    hint = null;
    refresh();
  }

  /** Show the next choices again, on the board too. */
  function refresh() {
    const next = choicesAfter(legal, keys);
    const chosen = chosenSteps(legal, keys);
    const asked = parted(question());
    const about = { game, source: asked.source };
    choices.show(next, keyOfHint(), about);
    byId("actions-title").textContent = asked.text;
    byId("actions-clauses").replaceChildren(...marksOf(asked.source, game));
    byId("actions-way").textContent = [title, ...chosen.map(({ words }) => words)].filter(Boolean).join(" › ");
    byId("step-back").hidden = !keys.length;
    byId("make-move").hidden = !wholeAction(legal, keys);
    const onBoard = next.filter(({ step }) => board.has(step.key));
    // Where the board shows the choices, a narrow window gives it the room.
    byId("actions").classList.toggle("on-board", onBoard.length > 0);
    byId("actions").classList.toggle("is-choosing", keys.length > 0);
    board.mark({
      choices: new Map(onBoard.map(({ step }) => [step.key, step])),
      chosen: keys.filter(board.has),
      hinted: (hint?.keys ?? []).filter(board.has),
    });
    const place = keys.at(-1) ?? "";
    const beside = board.has(place) && next.length > 0 && !onBoard.length;
    if (beside) popover.show(next.map(({ step }) => step), board.boxOf(place), inOne(/** @type {any} */ (chosen.at(-1))), about);
    else popover.hide();
    showHint();
  }

  /** Return the words above the choices: the question for the next step, how to confirm, or for what the game waits. */
  function question() {
    if (!legal.length) return waiting;
    const { text, source } = parted(wholeAction(legal, keys) ? say("confirming.asked") : questions[keys.join(" ")] ?? say("turn.move"));
    // The explanation behind a question mark is a sentence of its own.
    return text.replace(/[^?.!]$/, "$&.") + source;
  }

  /** Return the next key of the hint, if the choices so far follow the hint. */
  function keyOfHint() {
    return hint && keys.every((key, i) => key === hint?.keys[i]) ? hint.keys[keys.length] ?? "" : "";
  }

  /**
   * Return the keys of the hint up to a place, since other ways may lead there, too; null if the hint doesn't have the
   * place.
   * @param {string} place
   */
  function keysByHint(place) {
    const hinted = keyOfHint() ? hint?.keys ?? [] : [];
    const way = hinted.slice(0, hinted.indexOf(place, keys.length) + 1);
    return way.length && chosenSteps(legal, way).length === way.length ? way : null;
  }

  function showHint() {
    const line = byId("hint-line");
    line.hidden = !hint?.text;
    if (!hint?.text) return;
    const { text, words } = hint;
    const play = el("button", { type: "button", id: "play-hint", onclick: () => onAct({ text }) }, say("hint.play"));
    line.replaceChildren(...sayWith("hint.line", { action: el("code", {}, text), words: words === text ? "" : words, play }));
  }

  /** @param {string} key */
  function choose(key) {
    if (!locked) choseTo([...keys, key]);
  }

  /**
   * React to a click on a place: a step forward, a step back, or a refusal.
   * @param {string} place
   */
  async function choosePlace(place) {
    if (locked) return;
    const next = keysWith(legal, keys, place) ?? keysByHint(place);
    const between = choicesAfter(legal, keys).filter(({ step }) => choicesAfter(legal, [...keys, step.key]).some((later) => later.step.key === place));
    if (next === null && between.length) refuse(say("chooser.first", { choices: listed(between.map(({ step }) => step.words), "disjunction") }));
    else if (next === null) refuse(legal.length ? await whyNot([...keys, place]) : waiting);
    else if (next.join(" ") === keys.join(" ")) stepBack();
    else choseTo(next);
  }

  /** @param {string[]} next */
  function choseTo(next) {
    refuse("");
    keys = next;
    const action = wholeAction(legal, keys);
    if (action && !isToConfirm()) return onAct({ id: action.id });
    byId("filter").value = "";
    refresh();
    board.reveal(keyOfHint() ?? "");
    if (action) return announce(say("confirming.said", { words: chosenSteps(legal, keys).map(({ words }) => words).join(", ") }));
    const count = choicesAfter(legal, keys).length;
    announce(say("chooser.chosen", { words: chosenSteps(legal, keys).at(-1)?.words ?? "", question: parted(question()).text, count }));
  }

  /** Play the action that waits for confirmation. */
  function make() {
    const action = wholeAction(legal, keys);
    if (action && !locked) onAct({ id: action.id });
  }

  /** Take the last choice back. */
  function stepBack() {
    refuse("");
    if (!keys.length) return;
    const place = keys.at(-1) ?? "";
    const byButton = byId("choices").contains(document.activeElement);
    keys = keys.slice(0, -1);
    refresh();
    if (board.has(place) && !byButton) board.focus(place);
  }

  /**
   * Show and announce a line at the choices; an empty one removes it.
   * @param {string} words
   */
  function refuse(words) {
    byId("refusal").replaceChildren(...withClauses(words, game));
    byId("refusal").hidden = !words;
    announce(words);
  }

  /**
   * Show the name of a place and the effect of choosing it, while a person points at it or its button.
   * @param {string | null} key
   */
  function point(key) {
    const step = choicesAfter(legal, keys).find((choice) => choice.step.key === key)?.step;
    const title = key !== null && board.has(key) ? board.titleOf(key) : "";
    byId("pointed").textContent = [title, step && inOne(step)].filter(Boolean).join(" · ");
    board.pointAt(key);
  }

  return {
    begin,
    refresh,
    choosePlace,
    stepBack,
    refuse,
    point,
    /**
     * Mark the wanted choices like a hint, without words. Earlier choices stay.
     * @param {string[]} wanted the keys of an action's steps
     */
    mark(wanted) {
      if (hint?.keys.join(" ") === wanted.join(" ")) return;
      hint = { text: "", words: "", keys: wanted };
      refresh();
    },
    /** @param {Hint | null} found */
    setHint(found) {
      hint = found;
      keys = [];
      refresh();
    },
    /** @param {boolean} on while an action is on its way, or the screen is covered */
    lock(on) {
      locked = on;
      if (!on) return;
      if (popover.hasFocus()) board.focus(board.current());
      popover.hide();
    },
    hidePopover: popover.hide,
    hasChosen: () => keys.length > 0,
  };
}
