/**
 * Announcements for screen readers: moves, turns and refusals, in a polite live region.
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

/** Drop all announcements, said and waiting: they aren't for the person who looks next. */
export function hush() {
  clearTimeout(timer);
  waiting = [];
  byId("live").textContent = "";
}
