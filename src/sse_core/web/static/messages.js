/**
 * The sentences of the page in one language: that which was chosen, else the browser's, else English. A file for each
 * language has them by key; what stands in braces is filled in.
 */
import { forGood } from "./kept.js";
import english from "./messages/en.js";

/** The languages that have a file, with their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
const KEY = "language";

/** Return the language of the page. */
export function language() {
  const wanted = [forGood.get(KEY), ...navigator.languages.map((name) => name.split("-")[0])];
  return wanted.find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";
}

/** @type {Record<string, string>} */
const messages = language() === "en" ? english : (await import(`./messages/${language()}.js`)).default;

/**
 * Return the sentence of a key.
 * @param {keyof typeof english} key
 * @param {Record<string, string | number>} [values] what stands in place of the names in braces
 */
export function say(key, values = {}) {
  return messages[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Choose a language, and load the page anew in it.
 * @param {string} name
 */
export function speak(name) {
  forGood.set(KEY, name);
  location.reload();
}
