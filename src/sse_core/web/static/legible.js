/**
 * Legible words on small screens: words of a picture are enlarged until they can be read.
 */

/** The least size of words in pixels of the screen. */
const LEAST = 11;

/** The attribute of an enlarged element with its original value. */
const BEFORE = "data-before";

/**
 * Enlarge the words of a map until they can be read: a plate as a whole, other words alone. Names of places that would
 * be too small are left out.
 * @param {SVGSVGElement} picture
 */
export function makeLegible(picture) {
  asDrawn(picture);
  const scale = scaleOf(picture);
  if (!scale) return;
  for (const text of /** @type {NodeListOf<SVGTextElement>} */ (picture.querySelectorAll(".map text"))) {
    const matrix = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : scale);
    if (size >= LEAST) continue;
    const plate = text.closest("[data-label]");
    if (text.matches(".name")) text.classList.add("is-too-small");
    else if (plate) enlarge(plate, LEAST / size);
    else text.style.fontSize = `${(parseFloat(getComputedStyle(text).fontSize) * LEAST) / size}px`;
  }
  const places = [...picture.querySelectorAll("[data-place]")];
  for (const place of places) moveApart([...place.querySelectorAll(`[${BEFORE}]`)]);
  raise(places);
}

/**
 * Draw places with enlarged plates after the others, the lowest first, since plates reach down over their neighbours.
 * @param {Element[]} places
 */
function raise(places) {
  const grown = places.filter((place) => place.querySelector(`[data-moves][${BEFORE}]`));
  // There may be places beside the map, too, such as cards.
  let last = places.findLast((place) => place.parentNode === grown[0]?.parentNode && !grown.includes(place));
  if (!last) return;
  const top = (/** @type {Element} */ place) => place.getBoundingClientRect().top;
  for (const place of grown.sort((one, other) => top(other) - top(one))) {
    // A place that is moved would lose the focus.
    if (place.parentNode !== last.parentNode || place.contains(document.activeElement)) continue;
    last.after(place);
    last = place;
  }
}

/**
 * Return the scale at which the smallest words of a picture without a map can be read; at least 1.
 * @param {SVGSVGElement} picture
 */
export function readableScale(picture) {
  const scale = scaleOf(picture);
  const sizes = [...picture.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
  return scale ? Math.max(1, LEAST / Math.min(LEAST, ...sizes)) : 1;
}

/**
 * Return the pixels of the screen per unit of a picture; 0 if it isn't shown.
 * @param {SVGSVGElement} picture
 */
function scaleOf(picture) {
  const matrix = picture.getScreenCTM();
  return matrix ? Math.hypot(matrix.a, matrix.b) : 0;
}

/**
 * Draw all words of a map as the server did, before the picture is measured.
 * @param {SVGSVGElement} picture
 */
export function asDrawn(picture) {
  for (const text of /** @type {NodeListOf<SVGTextElement>} */ (picture.querySelectorAll(".map text"))) {
    text.style.fontSize = "";
    text.classList.remove("is-too-small");
  }
  for (const plate of picture.querySelectorAll(`[${BEFORE}]`)) {
    plate.setAttribute("transform", plate.getAttribute(BEFORE) ?? "");
    plate.removeAttribute(BEFORE);
  }
}

/**
 * @param {Element} plate
 * @param {number} factor
 */
function enlarge(plate, factor) {
  if (plate.hasAttribute(BEFORE)) return;
  const before = plate.getAttribute("transform") ?? "";
  plate.setAttribute(BEFORE, before);
  plate.setAttribute("transform", `${before} scale(${factor.toFixed(3)})`);
}

/**
 * Move the plates of a place apart by as much as they have grown, so that none hides another.
 * @param {Element[]} plates
 */
function moveApart(plates) {
  /** @type {Map<string, {plate: Element, x: number, y: number, factor: number}[]>} */
  const groups = new Map();
  for (const plate of plates) {
    const [place, size] = /** @type {SVGGElement} */ (plate).transform.baseVal;
    const kind = plate.getAttribute("data-moves") ?? `${place.matrix.e}`;
    groups.set(kind, [...(groups.get(kind) ?? []), { plate, x: place.matrix.e, y: place.matrix.f, factor: size.matrix.a }]);
  }
  for (const group of groups.values()) {
    const growth = Math.max(...group.map(({ factor }) => factor)) - 1;
    const [x, y] = [middleOf(group.map((each) => each.x)), middleOf(group.map((each) => each.y))];
    for (const each of group) {
      const away = [(each.x - x) * growth, (each.y - y) * growth];
      if (away.some(Boolean)) each.plate.setAttribute("transform", `translate(${away.map((part) => part.toFixed(2)).join(" ")}) ${each.plate.getAttribute("transform")}`);
    }
  }
}

/** @param {number[]} numbers */
function middleOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
