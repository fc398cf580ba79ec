/**
 * What was made for the person at the screen: choices that were none. They are told, since the game goes on with them.
 */
import { announce } from "./announce.js";
import { byId, el } from "./dom.js";

const MOST = 4;

export function makeMade() {
  /** @type {Map<number | null, number>} the last ply that was told, by the seat whose view is shown */
  const told = new Map();

  /**
   * Show what was made for the person since the last look.
   * @param {any} shown
   * @param {boolean} acted whether the person has just chosen something: the first own move is that
   */
  function show(shown, acted) {
    const seat = shown.viewer ?? shown.mine?.[0] ?? null;
    const from = told.get(seat);
    const fresh = from === undefined ? [] : shown.moves.filter((/** @type {any} */ move) => move.ply > from);
    const own = fresh.filter((/** @type {any} */ move) => (shown.mine ? shown.mine.includes(move.seat) : seat === null || move.seat === seat));
    const made = own.filter((/** @type {any} */ move, /** @type {number} */ at) => move.only && !(acted && at === 0));
    // A person reads while others go on: the line stays until the person acts.
    if (made.length || acted) say(made.map((/** @type {any} */ move) => move.text));
    told.set(seat, shown.last_ply);
  }

  /** @param {string[]} texts */
  function say(texts) {
    const line = byId("made");
    line.hidden = !texts.length;
    const [first, last] = [texts.length > MOST ? "…, " : "", texts.slice(-MOST)];
    const words = texts.length === 1 ? "the only choice" : "the only choices";
    line.replaceChildren("Made for you: ", first, ...last.flatMap((text, at) => [at ? ", " : "", el("code", {}, text)]), ` (${words})`);
    if (texts.length) announce(`Made for you: ${last.join(", ")}.`);
  }

  return { show };
}
