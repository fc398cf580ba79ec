/**
 * The choices of the player to act, as buttons: grouped, searchable, and never more than a screen of them.
 */
import { marksOf, parted } from "./clauses.js";
import { byId, el, inWords } from "./dom.js";
import { say } from "./messages.js";

/** From so many buttons on, they can be searched. */
const MANY = 16;

/**
 * @typedef {import("./steps.js").Step} Step
 * @typedef {{step: Step, group: string}} Choice
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
    const first = root.querySelector("button:not([hidden])");
    if (event.key === "Enter" && first instanceof HTMLElement) {
      event.preventDefault();
      first.click();
    }
  });

  /** Hide the buttons that don't have the words of the search, and the groups that are left empty. */
  function narrow() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const button of root.querySelectorAll("button")) {
      const text = (button.textContent ?? "").toLowerCase();
      button.hidden = !words.every((/** @type {string} */ word) => text.includes(word));
      found += button.hidden ? 0 : 1;
    }
    for (const group of root.querySelectorAll(".group")) group.hidden = !group.querySelector("button:not([hidden])");
    root.querySelector(".none")?.remove();
    if (!found && words.length) root.append(el("p", { class: "hint none" }, say("choices.none")));
  }

  /** What is shown: the game, whose rules are cited, and the clauses of the question. */
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
    const groups = new Map();
    for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
    // Groups are worth their headings if there are several, and not one for each choice.
    const apart = groups.size > 1 && groups.size < choices.length;
    if (!apart) return fill([list(choices, hinted)]);
    fill([...groups].map(([name, some]) => el("div", { class: "group", role: "group", "aria-label": inWords(name) }, el("h3", {}, inWords(name)), list(some, hinted))));
  }

  /** @param {HTMLElement[]} parts */
  function fill(parts) {
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren(...parts);
    root.scrollTop = 0;
    narrow();
    // The focus stays among the choices: on the first one, or on their box while there is none.
    if (hadFocus) (root.querySelector("button") ?? root).focus({ preventScroll: true });
  }

  /**
   * @param {Choice[]} choices
   * @param {string} hinted
   */
  function list(choices, hinted) {
    return el("div", { class: "choice-list" }, ...choices.map(({ step }) => choiceButton(step, about, onChoose, onPoint, step.key === hinted)));
  }

  return { show };
}

/**
 * Return the button of a choice; beside it a question mark for each clause that the question doesn't have.
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
