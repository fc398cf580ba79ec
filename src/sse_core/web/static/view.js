/**
 * The view of the board: its scale, and whether the map alone or the whole picture is shown.
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
 * @param {() => void} hooks.onFrame called after a change between the map alone and the whole picture
 */
export function makeView(board, { onZoom, onFrame }) {
  /** @type {boolean | null} the person's choice; null leaves it to the picture */
  let chosen = null;
  /** Whether the page says in words all that stands below or beside the map. */
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

  /** Choose what fits the window now. */
  function reframe() {
    const before = isAlone;
    show();
    if (isAlone !== before) onFrame();
  }

  // A phone may be rotated.
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
    /** @param {Shown} shown a position, whose words may replace a part of the picture */
    tell(shown) {
      isToldElsewhere = shown.seats.every((seat) => seat.reserve);
      isTold = shown.stage.length > 0;
    },
  };
}
