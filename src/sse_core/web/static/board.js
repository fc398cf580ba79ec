/**
 * The board: the picture of a position, whose places can be pointed at, clicked, and reached by arrow keys.
 */
import { pictureOf } from "./dom.js";
import { asDrawn, makeLegible, readableScale } from "./legible.js";
import { say } from "./messages.js";
import { boxOf as boxOfMap, orient, stepsOf } from "./orient.js";
import { inOne } from "./steps.js";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = "path, polygon, rect, circle, ellipse";
const DRAWN = `${SHAPES}, use`;
const LARGEST = 4;
/** The least scale at which the words beside the map of a picture can be read. */
const READABLE = 0.8;
/** The margin around the map alone, in units of the picture. */
const MARGIN = 10;
/** The greatest angle between an arrow key and the direction to a neighbour, as a cosine. */
const AHEAD = Math.cos((62 * Math.PI) / 180);

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {object} Marks
 * @property {Map<string, import("./steps.js").Step>} choices the next choices, by place
 * @property {string[]} chosen places that were chosen
 * @property {string[]} hinted places of a hint
 */

/**
 * Return the board inside an element.
 * @param {HTMLElement} root the element that scrolls
 * @param {{onPlace: (place: string) => void, onPoint: (place: string | null) => void}} hooks
 */
export function makeBoard(root, { onPlace, onPoint }) {
  /** @type {SVGSVGElement | null} */
  let picture = null;
  /** @type {Map<string, SVGGElement>} */
  let places = new Map();
  /** @type {Map<string, string>} */
  let titles = new Map();
  /** @type {Map<string, string>} the titles, with the words that are drawn in the place if these differ */
  let labels = new Map();
  /** The view box of the whole picture. */
  let full = "";
  /** The view box of its map; empty until it is measured. */
  let map = "";
  let scale = 1;
  let whole = true;
  /** Whether words are enlarged so that they can be read. */
  let isSmall = false;
  let current = "";
  let orientation = { turn: 0, flipped: false };

  root.addEventListener("click", (event) => {
    // A new picture between press and release removes the pressed place; then the position of the pointer decides.
    const place = placeAt(event.target) ?? placeAt(document.elementFromPoint(event.clientX, event.clientY));
    if (place) {
      current = place;
      rove();
      onPlace(place);
    }
  });
  root.addEventListener("pointerover", (event) => onPoint(placeAt(event.target)));
  root.addEventListener("pointerleave", () => onPoint(null));
  root.addEventListener("focusin", (event) => {
    const place = placeAt(event.target);
    if (place && place !== current) {
      current = place;
      rove();
    }
    onPoint(place);
    showFocus();
  });
  root.addEventListener("focusout", () => picture?.querySelector(".is-focus-mark")?.remove());
  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") press(event);
    else if (event.key in ARROWS) walk(event, ARROWS[event.key]);
    else if (event.key === "n" || event.key === "N") nextChoice(event, event.shiftKey ? -1 : 1);
  });

  /** @param {EventTarget | null} target */
  function placeAt(target) {
    return /** @type {Element} */ (target)?.closest?.("[data-place]")?.getAttribute("data-place") ?? null;
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const place = placeAt(event.target);
    if (!place) return;
    event.preventDefault();
    onPlace(place);
  }

  /**
   * Move the focus to the nearest place in a direction.
   * @param {KeyboardEvent} event
   * @param {[number, number]} direction
   */
  function walk(event, [dx, dy]) {
    if (!placeAt(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    const here = middle(current);
    let best = "";
    let least = Infinity;
    for (const name of [...places.keys()].filter(isShown)) {
      const there = middle(name);
      const [x, y] = [there.x - here.x, there.y - here.y];
      const length = Math.hypot(x, y);
      const ahead = length ? (x * dx + y * dy) / length : -1;
      // A place off to the side counts as farther away than one straight ahead.
      const cost = length * (2 - ahead);
      if (ahead > AHEAD && cost < least) [best, least] = [name, cost];
    }
    if (best) focus(best);
  }

  /**
   * Move the focus to the next place that can be chosen.
   * @param {KeyboardEvent} event
   * @param {number} way 1 or -1
   */
  function nextChoice(event, way) {
    const names = [...places.keys()].filter((name) => isShown(name) && places.get(name)?.classList.contains("is-choice"));
    if (!names.length) return;
    event.preventDefault();
    const at = names.indexOf(current);
    focus(names[(at + way + names.length) % names.length] ?? names[0]);
  }

  /** @param {string} name */
  function focus(name) {
    const place = places.get(name);
    if (!place) return;
    current = name;
    rove();
    place.focus();
    place.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Outline the place with the focus, if the browser would show the focus. */
  function showFocus() {
    picture?.querySelector(".is-focus-mark")?.remove();
    const place = places.get(current);
    if (place?.matches(":focus-visible")) outline(place, "is-focus");
  }

  /**
   * Return whether a place of this name is visible. While the map alone is shown, places beside it are not.
   * @param {string} name
   */
  function isShown(name) {
    const place = places.get(name);
    return place !== undefined && (!picture?.classList.contains("is-map-only") || place.closest(".map") !== null);
  }

  /** Let the Tab key reach one place only. */
  function rove() {
    for (const [name, place] of places) place.setAttribute("tabindex", name === current ? "0" : "-1");
  }

  /**
   * Return the middle of a place on the screen.
   * @param {string} name
   */
  function middle(name) {
    const box = boxOf(name);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /**
   * Return the box of a place's outline on the screen, without pieces or marks that overlap it.
   * @param {string} name
   */
  function boxOf(name) {
    const place = /** @type {SVGGElement} */ (places.get(name));
    return (place.querySelector(DRAWN) ?? place).getBoundingClientRect();
  }

  /**
   * Show a picture.
   * @param {string} text
   */
  function draw(text) {
    const hadFocus = picture?.contains(document.activeElement) ?? false;
    const next = pictureOf(text);
    picture?.remove();
    root.prepend(next);
    picture = next;
    places = new Map();
    titles = new Map();
    labels = new Map();
    for (const place of /** @type {NodeListOf<SVGGElement>} */ (next.querySelectorAll("[data-place]"))) {
      const name = place.getAttribute("data-place") ?? "";
      places.set(name, place);
      titles.set(name, place.querySelector("title")?.textContent ?? name);
      labels.set(name, labelOf(place, titles.get(name) ?? name));
      place.setAttribute("role", "button");
      place.setAttribute("aria-label", labels.get(name) ?? name);
    }
    next.setAttribute("role", places.size ? "application" : "img");
    next.setAttribute("aria-label", next.querySelector(":scope > title")?.textContent ?? say("board.position"));
    if (places.size) next.setAttribute("aria-roledescription", say("board.role"));
    next.removeAttribute("width");
    next.removeAttribute("height");
    full = next.getAttribute("viewBox") ?? "";
    turn(next);
    frame();
    if (hadFocus) places.get(current)?.focus({ preventScroll: true });
    return next;
  }

  /**
   * Show the map turned and mirrored.
   * @param {SVGSVGElement} shown
   */
  function turn(shown) {
    orient(shown, orientation, steps());
    map = "";
  }

  /** Return how many steps make a full turn of the map. */
  function steps() {
    const [place] = places.values();
    return stepsOf(place && outlineOf(place));
  }

  /**
   * Return the name of a place for screen readers: its title, and the words drawn in it, which other people may use.
   * @param {Element} place
   * @param {string} title
   */
  function labelOf(place, title) {
    const texts = [...place.querySelectorAll("text")];
    // Blanks separate words that are drawn apart.
    for (const text of texts) text.before(" ");
    const drawn = texts.map((text) => text.textContent ?? "").join(" ");
    return plain(title).includes(plain(drawn)) ? title : `${title} (${drawn})`;
  }

  /** Show the whole picture, or its map alone, at the scale that was chosen. */
  function frame() {
    if (!picture) return;
    const box = whole || !hasMap() ? full : mapBox();
    picture.setAttribute("viewBox", box);
    root.classList.toggle("is-whole", box === full && hasMap());
    picture.classList.toggle("is-map-only", box !== full);
    if (!isShown(current)) current = [...places.keys()].find(isShown) ?? "";
    rove();
    const [, , width, height] = box.split(" ").map(Number);
    picture.style.setProperty("--ratio", String(width / height));
    picture.style.setProperty("--scale", String(scale));
    if (!isSmall) return;
    if (hasMap()) makeLegible(picture);
    else if (scale === 1) picture.style.setProperty("--scale", String(readableScale(picture)));
  }

  /** Return whether the picture has a map with something else beside or above it. */
  function hasMap() {
    return picture?.querySelector(".map [data-place]") != null;
  }

  /** Return whether the map is as wide as the picture, so that everything else is below it. */
  function isMapWide() {
    return hasMap() && Number(mapBox().split(" ")[2]) > 0.75 * Number(full.split(" ")[2]);
  }

  /** Return whether the whole picture is readable at the width of the board. */
  function isReadable() {
    return root.clientWidth >= READABLE * Number(full.split(" ")[2]);
  }

  /** Return the view box of the map with a margin, as the server drew it, without enlarged words. */
  function mapBox() {
    if (map) return map;
    asDrawn(/** @type {SVGSVGElement} */ (picture));
    const toPicture = /** @type {DOMMatrix} */ (picture?.getScreenCTM()).inverse();
    const { left, top, right, bottom } = boxOfMap(/** @type {Element} */ (picture?.querySelector(".map")));
    const [a, b] = [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((corner) => corner.matrixTransform(toPicture));
    map = [a.x - MARGIN, a.y - MARGIN, b.x - a.x + 2 * MARGIN, b.y - a.y + 2 * MARGIN].map((n) => n.toFixed(1)).join(" ");
    return map;
  }

  /**
   * Mark the next choices, the chosen places and a hint. If there are choices, all other places are dimmed.
   * @param {Marks} marks
   */
  function mark({ choices, chosen, hinted }) {
    if (!picture) return;
    for (const old of picture.querySelectorAll(".page-mark")) old.remove();
    picture.classList.toggle("has-choices", chosen.length > 0 && choices.size > 0);
    for (const [name, place] of places) {
      const step = choices.get(name);
      const kinds = { "is-choice": step !== undefined, "is-chosen": chosen.includes(name), "is-hinted": hinted.includes(name) };
      for (const [kind, on] of Object.entries(kinds)) {
        place.classList.toggle(kind, on);
        if (on) outline(place, kind);
      }
      if (step?.costs && chosen.length) noteMark(place);
      place.setAttribute("aria-label", [labels.get(name), step && inOne(step)].filter(Boolean).join("; "));
      if (kinds["is-chosen"]) place.setAttribute("aria-pressed", "true");
      else place.removeAttribute("aria-pressed");
    }
    showFocus();
  }

  /**
   * Return the shape of a place: the first thing that it draws.
   * @param {SVGGElement} place
   */
  function outlineOf(place) {
    const first = place.querySelector(DRAWN);
    const source = first?.tagName === "use" ? picture?.querySelector(first.getAttribute("href") ?? "") : first;
    return source?.matches(SHAPES) ? source : source?.querySelector(SHAPES);
  }

  /**
   * Draw the outline of a place again as a mark. Marks differ by dashes and width, not by colour alone.
   * @param {SVGGElement} place
   * @param {string} kind
   */
  function outline(place, kind) {
    const shape = outlineOf(place);
    if (!shape) return;
    const copy = /** @type {SVGElement} */ (shape.cloneNode(false));
    for (const name of ["fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "opacity", "class", "id"]) copy.removeAttribute(name);
    addMark(place, `${kind}-mark`, "", copy);
  }

  /**
   * Put a mark above all places, so that neighbours don't hide it and dimmed places don't dim it.
   * @param {SVGGElement} place
   * @param {string} kind
   * @param {string} transform within the place
   * @param {...SVGElement} parts
   */
  function addMark(place, kind, transform, ...parts) {
    const mark = document.createElementNS(SVG, "g");
    mark.setAttribute("class", `page-mark ${kind}`);
    mark.setAttribute("aria-hidden", "true");
    mark.setAttribute("transform", `${place.getAttribute("transform") ?? ""} ${transform}`.trim());
    mark.append(...parts);
    place.parentNode?.append(mark);
  }

  /**
   * Mark a place whose choice has a remark, such as a price.
   * @param {SVGGElement} place
   */
  function noteMark(place) {
    const box = /** @type {SVGGraphicsElement} */ (place.querySelector(DRAWN)).getBBox();
    const coin = document.createElementNS(SVG, "circle");
    coin.setAttribute("r", "9");
    const letter = document.createElementNS(SVG, "text");
    letter.setAttribute("y", "5");
    letter.textContent = "i";
    // On a card it stands at the end of the upper edge, beside the name.
    const x = box.x + (box.width > 2 * box.height ? box.width - box.height / 4 : box.width / 2);
    const transform = `translate(${x} ${box.y + box.height * 0.13}) scale(${Math.min(box.width, box.height) / 76})`;
    addMark(place, "note-mark", transform, coin, letter);
  }

  /**
   * Scroll to a place that is outside the window, or hidden below something.
   * @param {string} name
   */
  function reveal(name) {
    if (!isShown(name)) return;
    const { x, y } = middle(name);
    if (placeAt(document.elementFromPoint(x, y)) !== name) places.get(name)?.scrollIntoView({ block: "center", inline: "nearest" });
  }

  /** @param {number} factor */
  function zoom(factor) {
    scale = Math.min(LARGEST, Math.max(1, scale * factor));
    frame();
    if (places.has(current)) places.get(current)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Remove the picture and all that it tells. */
  function clear() {
    picture?.remove();
    picture = null;
    places.clear();
    titles.clear();
  }

  return {
    draw,
    clear,
    mark,
    focus,
    reveal,
    middle,
    zoom,
    has: isShown,
    hasMap,
    steps,
    /** @param {typeof orientation} next how the map is turned and mirrored; the caller draws marks anew */
    orient(next) {
      orientation = next;
      if (!picture) return;
      asDrawn(picture);
      turn(picture);
      frame();
    },
    isMapWide,
    /** Whether the picture shows what stands beside the map, so that nothing else must tell it. */
    tellsAll: () => picture?.hasAttribute("data-layout") === true && isReadable(),
    hasLayouts: () => picture?.hasAttribute("data-layout") ?? false,
    picture: () => picture,
    boxOf,
    current: () => current,
    titleOf: (/** @type {string} */ name) => titles.get(name) ?? "",
    /** @param {string | null} name the place of a button, which is shown while the button is pointed at */
    pointAt(name) {
      for (const [other, place] of places) place.classList.toggle("is-pointed", other === name);
    },
    /**
     * Show the whole picture, or its map alone.
     * @param {boolean} on
     * @param {boolean} small whether the screen is small, so that words are drawn larger
     */
    showWhole(on, small) {
      whole = on;
      isSmall = small;
      frame();
    },
  };
}

/**
 * Return the letters and digits of words, with one blank between them.
 * @param {string} words
 */
function plain(words) {
  return words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
