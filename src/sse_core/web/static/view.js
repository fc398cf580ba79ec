/**
 * The view of the board: larger and smaller, and the map alone or the whole picture with its panel.
 */
import { byId } from "./dom.js";

const FACTOR = 1.35;
const NARROW = matchMedia("(max-width: 60rem)");

/**
 * @param {ReturnType<import("./board.js").makeBoard>} board
 * @param {() => void} onChange
 */
export function makeView(board, onChange) {
  let mapOnly = NARROW.matches;

  /** @param {number} factor */
  function zoom(factor) {
    board.zoom(factor);
    onChange();
  }

  /** Show the buttons that make sense for this picture. */
  function show() {
    byId("map-only").hidden = !board.hasPlaces();
    byId("map-only").setAttribute("aria-pressed", String(mapOnly));
    board.showWhole(!mapOnly);
  }

  const zoomIn = () => zoom(FACTOR);
  const zoomOut = () => zoom(1 / FACTOR);
  byId("zoom-in").addEventListener("click", zoomIn);
  byId("zoom-out").addEventListener("click", zoomOut);
  byId("map-only").addEventListener("click", () => {
    mapOnly = !mapOnly;
    show();
    onChange();
  });
  return { show, zoomIn, zoomOut };
}
