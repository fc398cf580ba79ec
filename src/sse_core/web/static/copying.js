/**
 * Rows for things to copy, such as addresses: a label, a text and a button.
 */
import { announce } from "./announce.js";
import { el } from "./dom.js";
import { say } from "./messages.js";

/**
 * Return the row of a thing that its buttons copy or save.
 * @param {string} label
 * @param {string} words
 * @param {...Node} things
 * @returns {HTMLElement}
 */
export function copyRow(label, words, ...things) {
  return el("div", { class: "link-row" }, el("strong", {}, label), el("small", {}, words), el("div", { class: "buttons" }, ...things));
}

/**
 * Return the row of an address. The address is visible, since a browser may refuse access to the clipboard.
 * @param {string} label
 * @param {string} words
 * @param {string} url
 */
export function linkRow(label, words, url) {
  const field = el("input", { class: "link", "aria-label": label, readonly: true, value: url, onfocus: () => field.select() });
  return copyRow(label, words, field, copyButton(label, say("copying.copy"), () => copyText(field)));
}

/**
 * Return a button that does some work, and then says what it has done.
 * @param {string} label the name of the thing
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
 * Copy the text of a field; if the browser refuses, select it for the person.
 * @param {HTMLInputElement} field
 */
async function copyText(field) {
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (!copied) field.select();
  return say(copied ? "copying.copied" : "copying.yourself");
}
