/**
 * The film of a game: positions since the last look are shown one after the other, with motion. A click or a key shows
 * the last one at once.
 */
import { animate, isStill, lookOf } from "./flight.js";

/** More positions than these are not shown one by one. */
const LONGEST = 8;

/**
 * @param {ReturnType<typeof import("./board.js").makeBoard>} board
 * @param {{frame: (ply: number) => Promise<string>, onDrawn: () => void}} hooks `frame` returns the picture of a ply
 */
export function makeFilm(board, { frame, onDrawn }) {
  let drawn = "";
  let last = "";
  let run = 0;
  document.addEventListener("keydown", finish, { capture: true });
  // While a pointer is down the picture stays: a browser makes no click if the pressed element is gone at the release.
  document.addEventListener("pointerdown", () => run++, { capture: true });
  for (const event of ["pointerup", "pointercancel"]) document.addEventListener(event, () => setTimeout(finish), { capture: true });

  /**
   * Draw a position; return how long its motion takes.
   * @param {string} svg
   * @param {boolean} moving
   */
  function draw(svg, moving) {
    if (svg === drawn) return 0;
    const before = lookOf(board.picture());
    board.draw(svg);
    drawn = svg;
    onDrawn();
    return moving ? animate(board, before) : 0;
  }

  /** Show the last position now. */
  function finish() {
    run++;
    if (last) draw(last, false);
  }

  /**
   * Show a position. The plies from `first` up to it are new, and are shown before it; none are if `first` is beyond
   * it.
   * @param {string} svg
   * @param {number} first
   * @param {number} ply
   */
  async function show(svg, first, ply) {
    const number = ++run;
    last = svg;
    const moving = first <= ply && drawn !== "";
    if (moving && !isStill() && ply - first <= LONGEST) {
      for (let at = first; at < ply; at++) {
        const picture = await frame(at).catch(() => "");
        if (number !== run) return;
        if (picture) await pause(draw(picture, true));
        if (number !== run) return;
      }
    }
    draw(svg, moving);
  }

  return {
    show,
    stop() {
      run++;
      drawn = last = "";
    },
  };
}

/** @param {number} time in milliseconds */
function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}
