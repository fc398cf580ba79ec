/**
 * The sentences of the page in one language: that which was chosen, else the browser's, else English. A file for each
 * language has them by key; what stands in braces is filled in, as in ICU's messages. Numbers, lists and dates are written
 * as the language does.
 */
import { forGood } from "./kept.js";
import english from "./messages/en.js";

/** The languages that have a file, with their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
const KEY = "language";

/** What elements of the page itself have filled in: their text, or an attribute, by the attribute with its key. */
const FILLED = { "data-say": "", "data-say-title": "title", "data-say-aria-label": "aria-label", "data-say-placeholder": "placeholder" };

/** A name in braces; behind it, the words for each class of numbers of the language. */
const PLACE = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/;
const CLASS = /(\w+) \{([^{}]*)\}/g;

/** @typedef {keyof typeof english} Key */

/** Return the language that was chosen, null where the browser's is taken. */
export function chosenLanguage() {
  const found = forGood.get(KEY);
  return Object.hasOwn(LANGUAGES, found ?? "") ? found : null;
}

/** Return the language that is wanted: the page speaks it, but where a game doesn't have it. */
export function wantedLanguage() {
  const wanted = [chosenLanguage(), ...navigator.languages.map(alone)];
  return wanted.find((name) => Object.hasOwn(LANGUAGES, name ?? "")) ?? "en";
}

/** @type {Record<string, Record<string, string>>} the messages of the languages that the page may speak */
const all = { en: english };
if (wantedLanguage() !== "en") all[wantedLanguage()] = (await import(`./messages/${wantedLanguage()}.js`)).default;

let spoken = wantedLanguage();

/** Return the language of the page. */
export const language = () => spoken;

/** Return the language as the browser has it, such as en-GB: countries differ in how they write numbers and dates. */
export const locale = () => navigator.languages.find((name) => alone(name) === spoken) ?? spoken;

/**
 * Return a language without its country.
 * @param {string} name
 */
function alone(name) {
  return name.split("-")[0];
}

/**
 * Return the sentence of a key.
 * @param {Key} key
 * @param {Record<string, string | number>} [values] what stands in place of the names in braces
 */
export function say(key, values = {}) {
  return sayWith(key, values).join("");
}

/**
 * Return the sentence of a key as parts of an element, into which other elements may be filled.
 * @param {Key} key
 * @param {Record<string, any>} values
 * @returns {any[]}
 */
export function sayWith(key, values) {
  // Between two pieces of text stand a name and its classes.
  const pieces = all[spoken][key].split(PLACE);
  const parts = [pieces[0]];
  for (let i = 3; i < pieces.length; i += 3) parts.push(filled(values[pieces[i - 2]], pieces[i - 1]), pieces[i]);
  return parts;
}

/**
 * @param {any} value
 * @param {string | undefined} forms the words for each class of numbers
 */
function filled(value, forms) {
  if (!forms) return typeof value === "number" ? inDigits(value) : value;
  const words = new Map([...forms.matchAll(CLASS)].map(([, name, some]) => [name, some]));
  return (words.get(new Intl.PluralRules(locale()).select(value)) ?? words.get("other"))?.replaceAll("#", inDigits(value));
}

/**
 * Return a number with so many digits behind the point.
 * @param {number} number
 */
export function inDigits(number, digits = 0) {
  return number.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Return words as a list in a sentence.
 * @param {string[]} words
 * @param {"conjunction" | "disjunction"} [type] whether all of them are meant, or one
 */
export function listed(words, type = "conjunction") {
  return new Intl.ListFormat(locale(), { type }).format(words);
}

/** Fill in the words of the page itself, and show it. */
export function fillPage() {
  document.documentElement.lang = language();
  for (const [asking, attribute] of Object.entries(FILLED)) {
    for (const element of document.querySelectorAll(`[${asking}]`)) {
      const words = say(/** @type {Key} */ (element.getAttribute(asking)));
      if (attribute) element.setAttribute(attribute, words);
      else element.textContent = words;
    }
  }
  document.body.classList.remove("is-unsaid");
}

/**
 * Speak the language of a game from now on, so that no two are mixed; return whether that is another one.
 * @param {string} name
 */
export function speakAs(name) {
  if (name === spoken || !Object.hasOwn(all, name)) return false;
  spoken = name;
  fillPage();
  return true;
}

/**
 * Choose a language, and load the page anew in it; null takes the browser's again.
 * @param {string | null} name
 */
export function speak(name) {
  forGood.set(KEY, name);
  location.reload();
}
