/**
 * Turning and mirroring the map of a picture. The map turns as a whole about its middle; each place with its pieces
 * stays upright, and so do words.
 */

/**
 * @typedef {object} Orientation
 * @property {number} turn steps to the right; `stepsOf` says how many make a full turn
 * @property {boolean} flipped whether left and right are exchanged, before the turn
 */

/** The transform of an element that is moved to its place without a turn. */
const MOVED = /^translate\([^)]*\)(\s*scale\(\s*[\d.]+\s*\))?$/;

/** @type {WeakMap<Element, string | null>} the transform with which the server drew an element */
const drawn = new WeakMap();

/**
 * Return the steps of a full turn, each of which moves places onto places: 6 for hexagons, 4 for squares, else 2.
 * @param {Element | null | undefined} outline the shape of a place
 */
export function stepsOf(outline) {
  if (outline?.tagName === "polygon") return /** @type {SVGPolygonElement} */ (outline).points.numberOfItems === 6 ? 6 : 2;
  if (outline?.tagName !== "rect") return 2;
  const { width, height } = /** @type {SVGRectElement} */ (outline);
  return width.baseVal.value === height.baseVal.value ? 4 : 2;
}

/**
 * Show the map of a picture turned and mirrored.
 * @param {SVGSVGElement} picture in the document, so that it has a size
 * @param {Orientation} orientation
 * @param {number} steps the steps of a full turn
 */
export function orient(picture, { turn, flipped }, steps) {
  const map = /** @type {SVGGElement | null} */ (picture.querySelector(".map"));
  if (!map) return;
  const degrees = (360 / steps) * (turn % steps);
  restore(map);
  if (!degrees && !flipped) return;
  const before = boxOf(map);
  if (!before.width) return;
  const { x, y, width, height } = map.getBBox();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const about = (/** @type {number} */ scale) =>
    set(map, `translate(${cx} ${cy}) scale(${scale}) rotate(${degrees})${flipped ? " scale(-1 1)" : ""} translate(${-cx} ${-cy})`);
  const upright = `${flipped ? "scale(-1 1) " : ""}rotate(${-degrees})`;
  about(1);
  keepUpright(map, upright);
  // The map stays inside its part of the picture.
  const after = boxOf(map);
  about(Math.min(1, before.width / after.width, before.height / after.height));
}

/**
 * Return the box on the screen of all upright parts of a map. The map's own box is too large once it is turned, since
 * browsers turn the box that it had before.
 * @param {Element} map
 */
export function boxOf(map) {
  const boxes = [...map.querySelectorAll("[data-place], text")].map((element) => element.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

/**
 * Draw everything in a group as the server did.
 * @param {Element} group
 */
function restore(group) {
  for (const element of [group, ...group.querySelectorAll("*")]) {
    const transform = drawn.get(element);
    if (transform === undefined) continue;
    if (transform === null) element.removeAttribute("transform");
    else element.setAttribute("transform", transform);
    drawn.delete(element);
  }
}

/**
 * Turn the upright parts of a group back.
 * @param {Element} group
 * @param {string} back
 */
function keepUpright(group, back) {
  for (const element of group.children) {
    const transform = element.getAttribute("transform");
    if (element.tagName === "text") {
      const { x, y, width, height } = /** @type {SVGTextElement} */ (element).getBBox();
      const [cx, cy] = [x + width / 2, y + height / 2];
      set(element, `translate(${cx} ${cy}) ${back} translate(${-cx} ${-cy})`);
    } else if (element.tagName === "g") {
      if (!transform) keepUpright(element, back);
      else if (MOVED.test(transform)) set(element, back);
    }
  }
}

/**
 * Add to the transform with which an element was drawn.
 * @param {Element} element
 * @param {string} more
 */
function set(element, more) {
  if (!drawn.has(element)) drawn.set(element, element.getAttribute("transform"));
  element.setAttribute("transform", `${drawn.get(element) ?? ""} ${more}`.trim());
}
