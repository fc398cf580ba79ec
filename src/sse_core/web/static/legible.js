/**
 * Words of a picture on a small screen: none is smaller than can be read.
 */

/** The least size of words, in pixels of the screen. */
const LEAST = 11;

/** The attribute of an element that keeps what it was, while it is drawn larger. */
const BEFORE = "data-before";

/**
 * Draw the words of a map as large as they must be to be read: a plate with words as a whole, other words alone. Names of
 * places are left out where they would be too small.
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
  for (const place of picture.querySelectorAll("[data-place]")) moveApart([...place.querySelectorAll(`[${BEFORE}]`)]);
}

/**
 * Return how many times larger a picture without a map must be drawn for its smallest words to be read; at least 1.
 * @param {SVGSVGElement} picture
 */
export function readableScale(picture) {
  const scale = scaleOf(picture);
  const sizes = [...picture.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
  return scale ? Math.max(1, LEAST / Math.min(LEAST, ...sizes)) : 1;
}

/**
 * Return how many pixels of the screen a unit of a picture has; 0 if it isn't shown.
 * @param {SVGSVGElement} picture
 */
function scaleOf(picture) {
  const matrix = picture.getScreenCTM();
  return matrix ? Math.hypot(matrix.a, matrix.b) : 0;
}

/**
 * Draw the words of a map as the server did, all of them: what is measured is then the picture's own.
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
 * Move the plates of a place apart that stand above each other, as far as they have grown: none hides another one.
 * @param {Element[]} plates
 */
function moveApart(plates) {
  /** @type {Map<string, {plate: Element, y: number, factor: number}[]>} */
  const columns = new Map();
  for (const plate of plates) {
    const [place, size] = /** @type {SVGGElement} */ (plate).transform.baseVal;
    const column = `${place.matrix.e} ${plate.getAttribute("data-moves")}`;
    columns.set(column, [...(columns.get(column) ?? []), { plate, y: place.matrix.f, factor: size.matrix.a }]);
  }
  for (const column of columns.values()) {
    const middle = column.reduce((sum, { y }) => sum + y, 0) / column.length;
    for (const { plate, y, factor } of column) {
      const away = (y - middle) * (factor - 1);
      if (away) plate.setAttribute("transform", `translate(0 ${away.toFixed(2)}) ${plate.getAttribute("transform")}`);
    }
  }
}
