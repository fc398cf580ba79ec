/**
 * Building elements and reading drawings. No markup is ever parsed from text, but for the server's own pictures.
 */
import { say } from "./messages.js";

/**
 * What stands in a variable until the server has answered. Its type is that of the answer.
 * @type {any}
 */
export const NOTHING = null;

/**
 * Return a new element. An attribute that is a function listens to the event after `on`; true stands for an empty
 * attribute, and false, null and undefined for none.
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
 * Return the element with an id of the page itself.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Return the picture of a text, adopted by this document.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function pictureOf(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (parsed.querySelector("parsererror")) throw new Error(say("dom.unread"));
  return /** @type {any} */ (document.importNode(parsed.documentElement, true));
}

/**
 * Return a function that calls another one after a pause, for the last of several calls in a row.
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
