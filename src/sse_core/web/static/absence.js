/**
 * People who are away: after two minutes at a person's turn the others may go on without this person, who can take the
 * seat back later.
 */
import { announce } from "./announce.js";
import { confirmed } from "./dialogs.js";
import { byId } from "./dom.js";
import { listed, say } from "./messages.js";

/** @typedef {import("./answers.js").Shown} Shown */

/**
 * @param {{onWithout: (absent: number, bot: boolean) => void, onBack: (seat: number) => void}} hooks
 */
export function makeAbsence({ onWithout, onBack }) {
  /** The seats of people who are away, while this person may go on without them. @type {number[]} */
  let absent = [];
  /** The own seat at which a bot plays; -1 if none does. */
  let replaced = -1;
  let names = "";

  byId("absent-bot").addEventListener("click", () => onWithout(absent[0], true));
  byId("absent-end").addEventListener("click", async () => {
    if (await confirmed(say("people.endSure", { who: names }), say("people.endGame"))) onWithout(absent[0], false);
  });
  byId("come-back").addEventListener("click", () => onBack(replaced));

  return {
    /**
     * Show who is away, and whether a bot plays for the viewer.
     * @param {Shown & {mine: number[]}} shown
     * @param {number[]} away
     * @param {(seat: number) => string} called
     */
    show(shown, away, called) {
      const plays = !shown.finished && shown.mine.some((/** @type {number} */ seat) => shown.seats[seat].is_person);
      const before = names;
      absent = plays ? away.filter((seat) => !shown.mine.includes(seat) && shown.seats[seat].is_person) : [];
      names = listed(absent.slice(0, 1).map(called));
      byId("absent").hidden = !absent.length;
      byId("absent-words").textContent = absent.length ? say("people.absent", { who: names }) : "";
      if (names && names !== before) announce(byId("absent-words").textContent ?? "");
      const gone = (/** @type {number} */ seat) => shown.seats[seat].left === "away" && !shown.seats[seat].is_person;
      replaced = shown.finished ? -1 : shown.mine.find(gone) ?? -1;
      byId("replaced").hidden = replaced < 0;
    },
  };
}
