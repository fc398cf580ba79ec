/**
 * The note about forced moves: moves that the server has made for the person at the screen, since there was no choice.
 */
import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { say } from "./messages.js";

/** @typedef {import("./answers.js").Shown} Shown */

const MOST = 4;

export function makeMade() {
  /** @type {Map<number | null, number>} how many own moves were shown so far, by the seat of the view */
  const told = new Map();
  /** The number of own moves before the person's last choice, which is the next move. */
  let chosen = -1;

  /**
   * Return the own moves of the person at the screen. Their number doesn't change when moves of others are opened.
   * @param {Shown} shown
   */
  function ownMoves(shown) {
    const seat = shown.viewer;
    return shown.moves.filter((move) => (shown.mine ? shown.mine.includes(move.seat) : move.seat >= 0 && (seat === null || move.seat === seat)));
  }

  /**
   * Show the forced moves since the last look. The note stays until the person acts, who may read while others go on.
   * @param {Shown} shown
   */
  function show(shown) {
    const seat = shown.viewer ?? null;
    const own = ownMoves(shown);
    const from = told.get(seat) ?? own.length;
    const made = own.filter((move, at) => at >= from && move.only && at !== chosen);
    if (made.length) tell(made.map((move) => move.told));
    told.set(seat, own.length);
  }

  /** @param {Shown} shown what the person sees who acts now */
  function choose(shown) {
    chosen = ownMoves(shown).length;
    byId("made").hidden = true;
  }

  /** @param {string[]} texts */
  function tell(texts) {
    const line = byId("made");
    line.hidden = false;
    const [first, last] = [texts.length > MOST ? "…, " : "", texts.slice(-MOST)];
    const list = first + last.join("; ");
    line.textContent = say(texts.length === 1 ? "made.one" : "made.many", { texts: list });
    announce(say("made.said", { texts: last.join("; ") }));
  }

  return { show, choose };
}
