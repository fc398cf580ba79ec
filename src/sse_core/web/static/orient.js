/**
 * The board turned and mirrored on the page. The map turns as a whole about its middle; what is drawn about its own
 * middle, such as a place with all that lies there, stays upright, and so do words.
 */

/**
 * @typedef {object} Orientation
 * @property {number} turn steps to the right; `stepsOf` says how many come round
 * @property {boolean} flipped whether left and right are exchanged, before the turn
 */

/** The transform of what is moved to its place, and not turned there. */
const MOVED = /^translate\([^)]*\)(\s*scale\(\s*[\d.]+\s*\))?$/;

/** @type {WeakMap<Element, string | null>} the transform with which the server drew an element */
const drawn = new WeakMap();

/**
 * Return in how many steps a map comes round, so that each place covers another one: 6 where places are hexagons, 4
 * where they are squares, else 2.
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
 * @param {number} steps in how many steps it comes round
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
  // It stays inside the part of the picture that it has.
  const after = boxOf(map);
  about(Math.min(1, before.width / after.width, before.height / after.height));
}

/**
 * Return the box on the screen of all that stands upright on a map. The box of the map itself is larger once it is turned:
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
 * Turn the parts of a group back that stand upright.
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
