/**
 * Motion: ships fly along the legs of the last moves, and tiles turn over. It is short, and it never takes a click.
 */

const SVG = "http://www.w3.org/2000/svg";
const FLIGHT = 360;
const TURN = 300;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Return whether a person wants no motion. */
export function isStill() {
  return reduced.matches;
}

/**
 * Return what motion starts from: the places of a picture whose tiles lie face down, and the legs that were flown there.
 * @param {SVGSVGElement | null} picture
 */
export function lookOf(picture) {
  const covered = picture?.querySelectorAll('[data-place]:has(use[href^="#unexplored"])') ?? [];
  const legs = picture?.querySelectorAll("[data-from][data-to]") ?? [];
  return { covered: new Set([...covered].map((place) => place.getAttribute("data-place"))), legs: new Set([...legs].map(nameOf)) };
}

/** @param {Element} leg */
function nameOf(leg) {
  return `${leg.getAttribute("data-from")} ${leg.getAttribute("data-to")}`;
}

/**
 * Let the ships fly that moved, and turn over the tiles that lay face down before; return how long it takes. A leg that
 * was drawn before is flown already: the picture of a turn keeps it while the turn goes on.
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
 * Move the ship at the end of a leg from its start to where it is; return whether there is one.
 * @param {ReturnType<typeof import("./board.js").makeBoard>} board
 * @param {SVGSVGElement} picture
 * @param {Element} leg
 */
function fly(board, picture, leg) {
  const [from, to] = [leg.getAttribute("data-from") ?? "", leg.getAttribute("data-to") ?? ""];
  if (!board.has(from) || !board.has(to)) return false;
  const ships = picture.querySelectorAll(`[data-place="${CSS.escape(to)}"] .ship`);
  const ship = /** @type {SVGGElement | undefined} */ ([...ships].at(-1));
  const onScreen = picture.getScreenCTM();
  if (!ship || !onScreen) return false;
  // A copy flies above the whole picture; pixels of the screen become units of the picture.
  const toPicture = onScreen.inverse();
  const [start, end] = [board.middle(from), board.middle(to)].map(({ x, y }) => new DOMPoint(x, y).matrixTransform(toPicture));
  const { a, b, c, d, e, f } = toPicture.multiply(/** @type {DOMMatrix} */ (/** @type {SVGGElement} */ (ship.parentNode).getScreenCTM()));
  const there = document.createElementNS(SVG, "g");
  there.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  there.append(ship.cloneNode(true));
  const flying = document.createElementNS(SVG, "g");
  flying.setAttribute("class", "flying");
  flying.setAttribute("aria-hidden", "true");
  flying.append(there);
  picture.append(flying);
  ship.animate([{ opacity: 0 }, { opacity: 0 }], FLIGHT);
  const away = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
  const flight = flying.animate([{ transform: away }, { transform: "none" }], { duration: FLIGHT, easing: "cubic-bezier(.4,.1,.2,1)" });
  flight.finished.finally(() => flying.remove());
  return true;
}

/**
 * Turn a tile over about its upright axis. Its parts have their own transforms, so a scale is put around them.
 * @param {Element} place
 */
function turnOver(place) {
  const shown = [...place.children].filter(({ tagName }) => tagName !== "title");
  const around = document.createElementNS(SVG, "g");
  place.append(around);
  around.append(...shown);
  around.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: TURN, easing: "ease-out" });
}
