/**
 * What is said to screen readers: moves, turns and refusals, in a polite live region.
 */
import { byId } from "./dom.js";

/** @type {string[]} */
let waiting = [];
let timer = 0;

/**
 * Say something. What is said within a moment is read as one text, so that nothing is lost.
 * @param {string} words
 */
export function announce(words) {
  if (!words) return;
  waiting.push(words);
  clearTimeout(timer);
  timer = setTimeout(() => {
    byId("live").textContent = waiting.join(" ");
    waiting = [];
  }, 120);
}

/** Take back what was said, and what waits to be said: it isn't for who looks next. */
export function hush() {
  clearTimeout(timer);
  waiting = [];
  byId("live").textContent = "";
}
