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
 * Return the title of the tab. Where the person has a seat of one's own, it begins with the turn: a tab is narrow.
 * @param {any} shown
 */
export function titleOf(shown) {
  if (!shown.mine || shown.finished || shown.person === null) return `${shown.title}: ${turnWords(shown)}`;
  const { name, letter } = shown.seats[shown.person];
  return `${shown.mine.includes(shown.person) ? "● Your turn" : `${name || letter} is to act`} · ${shown.title}`;
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
  if (shown.person === null) return "Nothing to choose";
  const { name, letter, is_free: isFree } = shown.seats[shown.person];
  return isFree ? `Waiting for somebody to take seat ${letter}` : `${name || letter} is to act`;
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
