/**
 * Forced moves, which were made for the person at the screen. They are told, since the game goes on with them.
 */
import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { say } from "./messages.js";

/** @typedef {import("./answers.js").Shown} Shown */

const MOST = 4;

export function makeMade() {
  /** @type {Map<number | null, number>} how many own moves were told, by the seat whose view is shown */
  const told = new Map();
  /** How many own moves there were when the person chose something: the next one is that. */
  let chosen = -1;

  /**
   * Return the moves of the person at the screen. Their number stays when the moves of others are opened before them.
   * @param {Shown} shown
   */
  function ownMoves(shown) {
    const seat = shown.viewer;
    return shown.moves.filter((move) => (shown.mine ? shown.mine.includes(move.seat) : move.seat >= 0 && (seat === null || move.seat === seat)));
  }

  /**
   * Show what was made for the person since the last look. A person reads while others go on: it stays until that person acts.
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
