/**
 * The view of the board: larger and smaller, and the map alone or the whole picture with its panel.
 */
import { afterPause, byId } from "./dom.js";

/** @typedef {import("./answers.js").Shown} Shown */

const FACTOR = 1.35;
const PAUSE = 100;
const NARROW = matchMedia("(max-width: 60rem)");

/**
 * @param {ReturnType<typeof import("./board.js").makeBoard>} board
 * @param {object} hooks
 * @param {() => void} hooks.onZoom
 * @param {() => void} hooks.onFrame after the map alone is shown instead of the whole picture, or the other way round
 */
export function makeView(board, { onZoom, onFrame }) {
  /** @type {boolean | null} what a person chose; null leaves it to the picture */
  let chosen = null;
  /** Whether the page has all that stands below the map, or beside it, too. */
  let [isToldElsewhere, isTold] = [false, false];
  /** Whether the map alone is shown. */
  let isAlone = false;

  /** @param {number} factor */
  function zoom(factor) {
    board.zoom(factor);
    onZoom();
  }

  /** Show the map alone or the whole picture, and the buttons that make sense for it. */
  function show() {
    const isDoubled = isTold || (isToldElsewhere && board.isMapWide());
    isAlone = chosen ?? (NARROW.matches || (isDoubled && !board.tellsAll()));
    byId("map-only").hidden = !board.hasMap() || (NARROW.matches && isTold);
    byId("map-only").setAttribute("aria-pressed", String(isAlone));
    board.showWhole(!isAlone, NARROW.matches);
  }

  /** Show what fits now. */
  function reframe() {
    const before = isAlone;
    show();
    if (isAlone !== before) onFrame();
  }

  // A phone may be turned round.
  addEventListener("resize", afterPause(reframe, PAUSE));
  const zoomIn = () => zoom(FACTOR);
  const zoomOut = () => zoom(1 / FACTOR);
  byId("zoom-in").addEventListener("click", zoomIn);
  byId("zoom-out").addEventListener("click", zoomOut);
  byId("map-only").addEventListener("click", () => {
    chosen = byId("map-only").getAttribute("aria-pressed") !== "true";
    reframe();
  });
  return {
    show,
    zoomIn,
    zoomOut,
    /** @param {Shown} shown a position: what it tells in words needs no picture */
    tell(shown) {
      isToldElsewhere = shown.seats.every((seat) => seat.reserve);
      isTold = shown.stage.length > 0;
    },
  };
}
