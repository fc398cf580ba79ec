/**
 * The cover that hides secrets while one person passes the screen to the next. A person who has the screen alone may
 * stay at one seat.
 */
import { badge, byId, el } from "./dom.js";
import { say, sayWith } from "./messages.js";

/** @typedef {import("./answers.js").Shown} Shown */

/** @param {(seat: number) => void} onOpen called when a person opens the view of a seat */
export function makeCover(onOpen) {
  const root = byId("cover");

  /** @param {number} seat */
  function open(seat) {
    root.hidden = true;
    onOpen(seat);
  }

  return {
    /**
     * Cover the board until the seat that is to act, or another person's, is chosen.
     * @param {Shown} shown
     */
    show(shown) {
      const next = shown.person ?? shown.seats.findIndex((seat) => seat.is_person);
      const { letter } = shown.seats[next];
      // While a bot thinks, nobody is to act.
      if (shown.person === null) byId("cover-title").replaceChildren(say("cover.who"));
      else byId("cover-title").replaceChildren(...sayWith("cover.pass", { seat: badge(letter) }));
      byId("cover-open").textContent = say("cover.open", { letter });
      byId("cover-open").onclick = () => open(next);
      const others = shown.seats.flatMap((each, seat) =>
        each.is_person && seat !== next ? [el("button", { type: "button", onclick: () => open(seat) }, say("cover.only", { letter: each.letter }))] : [],
      );
      byId("cover-others").replaceChildren(...others);
      root.hidden = false;
      byId("cover-open").focus();
    },
  };
}
