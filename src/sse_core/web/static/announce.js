/**
 * Announcements for screen readers: moves, turns and refusals, in a polite live region.
 */
import { byId } from "./dom.js";

/** @type {string[]} */
let waiting = [];
let timer = 0;

/**
 * Announce words. Announcements within a moment are joined to one text, so that none is lost.
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

/** Drop all announcements, past and waiting, since they aren't for the person who looks next. */
export function hush() {
  clearTimeout(timer);
  waiting = [];
  byId("live").textContent = "";
}
