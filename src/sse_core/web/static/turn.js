/**
 * The turn in words: who is to act, or how the game ended.
 */
import { badge, byId } from "./dom.js";

/**
 * Return the state of the game in a sentence.
 * @param {any} shown
 */
export function turnWords(shown) {
  return shown.finished && shown.is_latest ? shown.result : shown.situation;
}

/**
 * Show the sentence above the board, with the badge of each seat that acts.
 * @param {any} shown
 */
export function showTurn(shown) {
  const acting = shown.seats.filter((/** @type {any} */ seat) => seat.acts);
  byId("turn-words").replaceChildren(...acting.map((/** @type {any} */ seat) => badge(seat.letter)), ` ${turnWords(shown)}`);
  byId("turn").classList.toggle("is-thinking", shown.thinking !== null);
}

/**
 * Return what is said where there is nothing to choose.
 * @param {any} shown
 */
export function waitWords(shown) {
  if (!shown.is_latest && !shown.secrets) return shown.line.length ? "The game would be over" : "There is nothing to try here";
  if (!shown.is_latest) return "This position is past: go to the last one, or play on from here";
  if (shown.finished) return "The game is over";
  if (shown.thinking !== null) return `${shown.seats[shown.thinking].letter} is thinking…`;
  return shown.person === null ? "Nothing to choose" : `${shown.seats[shown.person].letter} is to act`;
}

/**
 * Return the heading of the choices.
 * @param {any} shown
 */
export function choiceWords(shown) {
  if (!shown.tries) return "Your move";
  const { seat } = shown.tries;
  return seat < 0 ? "Try another chance event" : `Try another action of ${shown.seats[seat].letter}`;
}
