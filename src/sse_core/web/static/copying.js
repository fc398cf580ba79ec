/**
 * What can be copied: a row with its label and a button, for the text of an address as for anything else.
 */
import { announce } from "./announce.js";
import { el } from "./dom.js";
import { say } from "./messages.js";

/**
 * Return the row of something that is copied, or taken in another way by the buttons.
 * @param {string} label
 * @param {string} words
 * @param {...Node} things
 * @returns {HTMLElement}
 */
export function copyRow(label, words, ...things) {
  return el("div", { class: "link-row" }, el("strong", {}, label), el("small", {}, words), el("div", { class: "buttons" }, ...things));
}

/**
 * Return the row of an address, which is shown, since a browser may keep the clipboard closed.
 * @param {string} label
 * @param {string} words
 * @param {string} url
 */
export function linkRow(label, words, url) {
  const field = el("input", { class: "link", "aria-label": label, readonly: true, value: url, onfocus: () => field.select() });
  return copyRow(label, words, field, copyButton(label, say("copying.copy"), () => copyText(field)));
}

/**
 * Return a button that does something, and then says what it has done.
 * @param {string} label what it is done with
 * @param {string} words
 * @param {() => Promise<string>} work returns what it has done, in words
 * @returns {HTMLButtonElement}
 */
export function copyButton(label, words, work) {
  const button = el("button", { type: "button", onclick: async () => (show(await work()), announce(button.textContent)) });
  /** @param {string} text */
  function show(text) {
    button.textContent = text;
    button.setAttribute("aria-label", say("copying.label", { words: text, label }));
  }
  show(words);
  return button;
}

/**
 * Copy the text of a field; where the browser refuses that, select it for the person.
 * @param {HTMLInputElement} field
 */
async function copyText(field) {
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (!copied) field.select();
  return say(copied ? "copying.copied" : "copying.yourself");
}
