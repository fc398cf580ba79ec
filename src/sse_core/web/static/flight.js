/**
 * Motion on the board: pieces fly along the legs of the last moves, and face-down cards turn over. It is short, and
 * never catches a click.
 */

const SVG = "http://www.w3.org/2000/svg";
const FLIGHT = 360;
const TURN = 300;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Return whether the person has asked the browser for reduced motion. */
export function isStill() {
  return reduced.matches;
}

/**
 * Return the state before a motion: the face-down places of a picture, and the legs that were flown already.
 * @param {SVGSVGElement | null} picture
 */
export function lookOf(picture) {
  const covered = picture?.querySelectorAll('[data-place][data-face="down"]') ?? [];
  const legs = picture?.querySelectorAll("[data-from][data-to]") ?? [];
  return { covered: new Set([...covered].map((place) => place.getAttribute("data-place"))), legs: new Set([...legs].map(nameOf)) };
}

/** @param {Element} leg */
function nameOf(leg) {
  return `${leg.getAttribute("data-from")} ${leg.getAttribute("data-to")}`;
}

/**
 * Start the motion from an earlier state to the present picture; return how long it takes. A leg that was drawn before
 * was flown already: pictures of a turn keep its legs while the turn goes on.
 * @param {ReturnType<typeof import("./board.js").makeBoard>} board
 * @param {ReturnType<typeof lookOf>} before
 */
export function animate(board, before) {
  const picture = board.picture();
  if (!picture || isStill()) return 0;
  const legs = [...picture.querySelectorAll("[data-from][data-to]")].filter((leg) => !before.legs.has(nameOf(leg)));
  const flown = legs.filter((leg) => fly(board, picture, leg));
  const { covered } = lookOf(picture);
  const turned = [...before.covered].filter((name) => name !== null && board.has(name) && !covered.has(name));
  for (const name of turned) turnOver(/** @type {Element} */ (picture.querySelector(`[data-place="${CSS.escape(String(name))}"]`)));
  return flown.length ? FLIGHT : turned.length ? TURN : 0;
}

/**
 * Move the piece at the end of a leg from the start of the leg to its place; return whether there is such a piece.
 * @param {ReturnType<typeof import("./board.js").makeBoard>} board
 * @param {SVGSVGElement} picture
 * @param {Element} leg
 */
function fly(board, picture, leg) {
  const [from, to] = [leg.getAttribute("data-from") ?? "", leg.getAttribute("data-to") ?? ""];
  if (!board.has(from) || !board.has(to)) return false;
  const there = picture.querySelectorAll(`[data-place="${CSS.escape(to)}"] [data-moves]`);
  const piece = /** @type {SVGGElement | undefined} */ ([...there].at(-1));
  const onScreen = picture.getScreenCTM();
  if (!piece || !onScreen) return false;
  // A copy flies above the whole picture. The matrix converts pixels of the screen to units of the picture.
  const toPicture = onScreen.inverse();
  const [start, end] = [board.middle(from), board.middle(to)].map(({ x, y }) => new DOMPoint(x, y).matrixTransform(toPicture));
  const { a, b, c, d, e, f } = toPicture.multiply(/** @type {DOMMatrix} */ (/** @type {SVGGElement} */ (piece.parentNode).getScreenCTM()));
  const copy = document.createElementNS(SVG, "g");
  copy.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  copy.append(piece.cloneNode(true));
  const flying = document.createElementNS(SVG, "g");
  flying.setAttribute("class", "flying");
  flying.setAttribute("aria-hidden", "true");
  flying.append(copy);
  picture.append(flying);
  piece.animate([{ opacity: 0 }, { opacity: 0 }], FLIGHT);
  const away = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
  const flight = flying.animate([{ transform: away }, { transform: "none" }], { duration: FLIGHT, easing: "cubic-bezier(.4,.1,.2,1)" });
  flight.finished.finally(() => flying.remove());
  return true;
}

/**
 * Turn a place over about its upright axis. Its parts have their own transforms, so a scale is put around them.
 * @param {Element} place
 */
function turnOver(place) {
  const shown = [...place.children].filter(({ tagName }) => tagName !== "title");
  const around = document.createElementNS(SVG, "g");
  place.append(around);
  around.append(...shown);
  around.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: TURN, easing: "ease-out" });
}
