/**
 * Helpers for the DOM: making elements, and reading pictures. Only the server's own pictures are parsed from text.
 */
import { say } from "./messages.js";

/**
 * The value of a variable until the server has answered, with the type of the answer.
 * @type {any}
 */
export const NOTHING = null;

/**
 * Return a new element. A function as an attribute `on…` listens to that event; true gives an empty attribute; false,
 * null and undefined give none.
 * @param {string} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, String(value));
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

/**
 * Return the element of the page with an id.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Parse the text of an SVG, and return its element, adopted by this document.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function pictureOf(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (parsed.querySelector("parsererror")) throw new Error(say("dom.unread"));
  return /** @type {any} */ (document.importNode(parsed.documentElement, true));
}

/**
 * Return a debounced function: after a pause it makes the last of several quick calls.
 * @param {(...args: any[]) => void} call
 * @param {number} pause in milliseconds
 */
export function afterPause(call, pause) {
  let timer = 0;
  return (/** @type {any[]} */ ...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...args), pause);
  };
}

/**
 * Return the badge of a seat: its letter, on its colour.
 * @param {string} letter
 */
export function badge(letter) {
  return el("span", { class: "badge", "data-seat": letter }, letter);
}
