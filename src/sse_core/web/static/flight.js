/**
 * Motion: ships fly along the legs of the last moves, and tiles turn over. It is short, and it never takes a click.
 */

const FLIGHT = 380;
const TURN = 320;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Return the tiles of a picture that lie face down.
 * @param {SVGSVGElement | null} picture
 */
export function faceDown(picture) {
  const found = picture?.querySelectorAll("[data-place][data-hidden], [data-place]:has(.unexplored, .face-down)") ?? [];
  return new Set([...found].map((place) => place.getAttribute("data-place")));
}

/**
 * Let the ships fly that moved, and turn over the tiles that lay face down before.
 * @param {ReturnType<import("./board.js").makeBoard>} board
 * @param {Set<string | null>} covered the places whose tiles lay face down in the picture before
 */
export function animate(board, covered) {
  const picture = board.picture();
  if (!picture || still.matches) return;
  for (const leg of picture.querySelectorAll("[data-from][data-to]")) fly(board, picture, leg);
  const stillCovered = faceDown(picture);
  for (const place of picture.querySelectorAll("[data-place]")) {
    const name = place.getAttribute("data-place");
    if (covered.has(name) && !stillCovered.has(name)) turnOver(place);
  }
}

/**
 * Move the ship at the end of a leg from its start to where it is.
 * @param {ReturnType<import("./board.js").makeBoard>} board
 * @param {SVGSVGElement} picture
 * @param {Element} leg
 */
function fly(board, picture, leg) {
  const [from, to] = [leg.getAttribute("data-from") ?? "", leg.getAttribute("data-to") ?? ""];
  if (!board.has(from) || !board.has(to)) return;
  const ship = picture.querySelector(`[data-place="${CSS.escape(to)}"] .ship:last-of-type, [data-place="${CSS.escape(to)}"] [data-seat].ship`);
  const transform = picture.getScreenCTM()?.inverse();
  if (!ship || !transform) return;
  // Pixels of the screen become units of the picture; the ship itself stays in its own place.
  const [start, end] = [board.middle(from), board.middle(to)].map(({ x, y }) => new DOMPoint(x, y).matrixTransform(transform));
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const copy = /** @type {SVGElement} */ (ship.cloneNode(true));
  const place = /** @type {SVGGraphicsElement} */ (ship.parentNode);
  const matrix = picture.getScreenCTM()?.inverse().multiply(/** @type {DOMMatrix} */ (place.getScreenCTM()));
  const inner = document.createElementNS("http://www.w3.org/2000/svg", "g");
  if (matrix) inner.setAttribute("transform", `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e} ${matrix.f})`);
  inner.append(copy);
  ghost.append(inner);
  ghost.setAttribute("class", "flying");
  ghost.setAttribute("aria-hidden", "true");
  picture.append(ghost);
  const away = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
  /** @type {SVGElement} */ (ship).animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT });
  ghost.animate([{ transform: away }, { transform: "translate(0, 0)" }], { duration: FLIGHT, easing: "cubic-bezier(.3,.1,.2,1)" }).finished.finally(() => ghost.remove());
}

/** @param {Element} place */
function turnOver(place) {
  for (const part of place.children) {
    if (part.tagName === "title") continue;
    part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: TURN, easing: "ease-out" });
  }
  /** @type {SVGElement} */ (place).classList.add("turning");
  setTimeout(() => place.classList.remove("turning"), TURN);
}
