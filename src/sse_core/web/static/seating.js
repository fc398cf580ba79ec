/**
 * The form field for the seating of a new game: all people at one screen, or each on their own device. It is shown if
 * several people play.
 */
import { byId } from "./dom.js";
import { forGood } from "./kept.js";

const NAME = "name";

export function makeSeating() {
  const chosen = () => document.querySelector('input[name="seats"]:checked');
  byId("own-name").value = forGood.get(NAME) ?? "";
  byId("seating").addEventListener("change", draw);

  function draw() {
    byId("own-seats").hidden = !isOwn();
  }

  function isOwn() {
    return !byId("seating").hidden && /** @type {HTMLInputElement} */ (chosen()).value === "own";
  }

  return {
    /**
     * Show the field if several people play.
     * @param {string[]} players
     */
    show(players) {
      byId("seating").hidden = players.filter((player) => player === "human").length < 2;
      draw();
    },
    /** Return what a new game is asked for. */
    values() {
      if (!isOwn()) return {};
      const name = byId("own-name").value.trim();
      forGood.set(NAME, name || null);
      return { seats: "own", name };
    },
  };
}
