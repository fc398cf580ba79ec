/**
 * The evaluation bar beside the board: each seat's share of the win in the position, the first seat at the bottom. The
 * numbers come from an analysis of the position, or from a review of the game.
 */
import { badge, byId, el } from "./dom.js";
import { inDigits, say } from "./messages.js";

/** @typedef {import("./answers.js").Shown} Shown */

export function makeEvaluation() {
  const bar = byId("evaluation");
  /** @type {{letter: string}[]} */
  let seats = [];
  let ply = 0;
  /** @type {number[] | null} the analysis of the position on the board */
  let analysed = null;
  /** Whether an analysis is running. */
  let waits = false;
  /** @type {Map<number, number[]>} the values of a review, by ply */
  let reviewed = new Map();

  /** Show the values of the position; while an analysis has none yet, the old ones stay. */
  function draw() {
    const value = analysed ?? reviewed.get(ply);
    bar.hidden = !value && !waits && !reviewed.size;
    bar.setAttribute("aria-busy", String(waits && !value));
    if (value) parts(value);
    else if (bar.hidden || !waits || !bar.children.length) blank();
  }

  /** Show that nothing is known. */
  function blank() {
    bar.replaceChildren(el("span", { class: "share rest" }));
    name(say("evaluation.unknown"));
  }

  /**
   * Show each seat's share; in a game for one, the chance to win.
   * @param {number[]} value
   */
  function parts(value) {
    const shares = value.map((share, i) => {
      const part = el("span", { class: "share", "data-seat": seats[i].letter }, badge(seats[i].letter), el("span", {}, percent(share, 0)));
      part.style.flexGrow = String(Math.max(share, 0.001));
      return part;
    });
    if (shares.length === 1) {
      const rest = el("span", { class: "share rest" });
      rest.style.flexGrow = String(1 - value[0]);
      shares.push(rest);
    }
    bar.replaceChildren(...shares);
    name(say("evaluation.shares", { shares: value.map((share, i) => `${seats[i].letter} ${percent(share)}`).join(", ") }));
  }

  /** @param {string} words */
  function name(words) {
    bar.setAttribute("aria-label", words);
    bar.title = words;
  }

  return {
    /**
     * Take in what the page shows.
     * @param {Shown} shown
     */
    show(shown) {
      // A review knows only positions of the game, not of branches.
      [seats, ply] = [shown.seats, shown.line.length ? -1 : shown.ply];
      draw();
    },
    /**
     * Take the result of an analysis of the position; null for none.
     * @param {number[] | null} value
     * @param {boolean} goesOn
     */
    analysed(value, goesOn) {
      [analysed, waits] = [value, goesOn];
      draw();
    },
    /**
     * Take the results of a review.
     * @param {{ply: number, value: number[]}[]} worths
     */
    reviewed(worths) {
      reviewed = new Map(worths.map((each) => [each.ply, each.value]));
      draw();
    },
  };
}

/**
 * Return a share as people read it, with so many digits behind the point.
 * @param {number} value
 */
export function percent(value, digits = 1) {
  return `${inDigits(100 * value, digits)} %`;
}
