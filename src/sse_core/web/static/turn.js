/**
 * The turn in words: who is to act, or how the game has ended.
 */
import { badge, byId } from "./dom.js";
import { say } from "./messages.js";

/** @typedef {import("./answers.js").Shown} Shown */

/**
 * Return the state of the game in a sentence.
 * @param {Shown} shown
 */
export function turnWords(shown) {
  if (shown.finished && shown.is_latest) return shown.result;
  return shown.situation;
}

/**
 * Return the title of the tab. For a person with a seat it begins with the turn, since tabs are narrow.
 * @param {Shown} shown
 */
export function titleOf(shown) {
  if (!shown.mine || shown.finished || shown.person === null) return `${shown.title}: ${turnWords(shown)}`;
  const { name, letter } = shown.seats[shown.person];
  return say(shown.mine.includes(shown.person) ? "turn.yours" : "turn.other", { who: name || letter, game: shown.title });
}

/**
 * Show the sentence above the board, with the badge of each seat that acts.
 * @param {Shown} shown
 */
export function showTurn(shown) {
  const acting = shown.seats.filter((seat) => seat.acts);
  byId("turn-words").replaceChildren(...acting.map((seat) => badge(seat.letter)), ` ${turnWords(shown)}`);
  byId("turn").classList.toggle("is-thinking", shown.thinking !== null);
}

/**
 * Return the words of the panel of choices if there are none.
 * @param {Shown} shown
 */
export function waitWords(shown) {
  if (!shown.is_latest && !shown.secrets) return say(shown.line.length ? "turn.wouldBeOver" : "turn.nothingToTry");
  if (!shown.is_latest) return say("turn.past");
  if (shown.finished) return say("turn.over");
  if (shown.thinking !== null) return say("turn.thinks", { who: shown.seats[shown.thinking].letter });
  if (shown.person === null) return say("turn.nothing");
  const { name, letter, is_free: isFree } = shown.seats[shown.person];
  return isFree ? say("turn.free", { letter }) : say("turn.acts", { who: name || letter });
}

/**
 * Return the words above the first question, which say that moves may be tried; empty where the game goes on.
 * @param {Shown} shown
 */
export function choiceWords(shown) {
  if (!shown.tries) return "";
  const { seat } = shown.tries;
  return seat < 0 ? say("turn.tryChance") : say("turn.try", { letter: shown.seats[seat].letter });
}
