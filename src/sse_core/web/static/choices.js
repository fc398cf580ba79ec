/**
 * The panel of choices of the player to act: buttons, with a search field if there are many.
 */
import { marksOf, parted } from "./clauses.js";
import { byId, el } from "./dom.js";
import { say } from "./messages.js";

/** The number of buttons from which on there is a search field. */
const MANY = 16;

/**
 * @typedef {import("./steps.js").Step} Step
 * @typedef {{step: Step}} Choice
 */

/**
 * Return the panel of choices.
 * @param {{onChoose: (key: string) => void, onPoint: (key: string | null) => void}} hooks
 */
export function makeChoices({ onChoose, onPoint }) {
  const root = byId("choices");
  const filter = byId("filter");
  filter.addEventListener("input", narrow);
  filter.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const first = [...root.querySelectorAll(".choice")].find((button) => !button.closest("[hidden]"));
    if (event.key === "Enter" && first) {
      event.preventDefault();
      first.click();
    }
  });

  /** Hide the buttons without the words of the search. */
  function narrow() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const button of root.querySelectorAll(".choice")) {
      const text = (button.textContent ?? "").toLowerCase();
      const fits = words.every((/** @type {string} */ word) => text.includes(word));
      (button.closest(".choice-cited") ?? button).hidden = !fits;
      found += fits ? 1 : 0;
    }
    root.querySelector(".none")?.remove();
    if (!found && words.length) root.append(el("p", { class: "hint none" }, say("choices.none")));
  }

  /** The game, whose rules are cited, and the clauses of the question. */
  let about = { game: "", source: "" };

  /**
   * Show the next choices.
   * @param {Choice[]} choices
   * @param {string} hinted the key that a hint names, if any
   * @param {{game: string, source: string}} [cited] the game, and the clauses of the question
   */
  function show(choices, hinted = "", cited = about) {
    about = cited;
    filter.hidden = choices.length < MANY;
    if (filter.hidden) filter.value = "";
    fill(choices.map(({ step }) => choiceButton(step, about, onChoose, onPoint, step.key === hinted)));
  }

  /** @param {HTMLElement[]} parts */
  function fill(parts) {
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren(el("div", { class: "choice-list" }, ...parts));
    root.scrollTop = 0;
    narrow();
    // The focus stays among the choices: on the first one, or on their box if there is none.
    if (hadFocus) (root.querySelector("button") ?? root).focus({ preventScroll: true });
  }

  return { show };
}

/**
 * Return the button of a choice, with a question mark for each clause that the question doesn't cite already.
 * @param {Step} step
 * @param {{game: string, source: string}} about the game, and the clauses of the question
 * @param {(key: string) => void} onChoose
 * @param {(key: string | null) => void} [onPoint]
 * @param {boolean} [hinted]
 */
export function choiceButton(step, { game, source }, onChoose, onPoint, hinted = false) {
  const note = parted(step.note);
  const button = el(
    "button",
    {
      type: "button",
      class: hinted ? "choice is-hinted" : "choice",
      "data-key": step.key,
      onclick: () => onChoose(step.key),
      onpointerenter: onPoint && (() => onPoint(step.key)),
      onpointerleave: onPoint && (() => onPoint(null)),
    },
    el("span", {}, step.words),
    note.text ? el("small", {}, note.text) : null,
  );
  return note.source === source || !note.source ? button : el("div", { class: "choice-cited" }, button, ...marksOf(note.source, game));
}
