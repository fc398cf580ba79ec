/**
 * The form field for the clock of a new game: none, a usual one, or own numbers. It is shown if a person plays.
 */
import { byId, el } from "./dom.js";
import { say } from "./messages.js";

const PRESETS = ["5+3", "10+5", "30+15"];
const OWN = "own";
const MOST = 180;

export function makePace() {
  const minutes = numberField(1, 15);
  const seconds = numberField(0, 10);
  const words = { id: "pace-words", class: "hint" };
  const choice = el(
    "select",
    { onchange: draw },
    el("option", { value: "" }, say("pace.none")),
    ...PRESETS.map((text) => el("option", { value: text }, say("pace.preset", numbersOf(text)))),
    el("option", { value: OWN }, say("pace.own")),
  );
  const own = el("div", { class: "row" }, el("label", { class: "row" }, say("pace.minutes"), minutes), el("label", { class: "row" }, say("pace.seconds"), seconds));
  const hint = el("p", words, say("pace.words"));
  choice.setAttribute("aria-describedby", words.id);
  byId("pace").replaceChildren(el("label", { class: "row" }, say("pace.clock"), choice), own, hint);
  draw();

  function draw() {
    own.hidden = choice.value !== OWN;
    hint.hidden = !choice.value;
    // A browser doesn't validate a disabled field.
    minutes.disabled = seconds.disabled = own.hidden;
  }

  return {
    /**
     * Show the field if a person plays.
     * @param {string[]} players
     */
    show(players) {
      byId("pace").hidden = !players.includes("human");
    },
    /** Return what a new game is asked for. */
    values() {
      if (byId("pace").hidden || !choice.value) return {};
      return { clock: choice.value === OWN ? `${minutes.value}+${seconds.value}` : choice.value };
    },
  };
}

/**
 * @param {number} least
 * @param {number} value
 */
function numberField(least, value) {
  return el("input", { type: "number", min: least, max: MOST, step: 1, value, required: true });
}

/**
 * Return the numbers of a clock such as `5+3`.
 * @param {string} text
 */
export function numbersOf(text) {
  const [minutes, seconds] = text.split("+").map(Number);
  return { minutes, seconds };
}
