/**
 * The sentences of the page in one language: the chosen one, else the browser's, else English. A file for each language
 * has them by key. Names in braces are filled in, as in ICU messages. Numbers, lists and dates follow the language.
 */
import { forGood } from "./kept.js";
import english from "./messages/en.js";

/** The languages that have a file, with their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
const KEY = "language";

/** The attributes with the key of a sentence, and what the sentence fills: the text or an attribute of the element. */
const FILLED = { "data-say": "", "data-say-title": "title", "data-say-aria-label": "aria-label", "data-say-placeholder": "placeholder" };

/** A name in braces, followed by the words for each plural category of the language. */
const PLACE = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/;
const CLASS = /(\w+) \{([^{}]*)\}/g;

/** @typedef {keyof typeof english} Key */

/** Return the chosen language; null for the browser's. */
export function chosenLanguage() {
  const found = forGood.get(KEY);
  return Object.hasOwn(LANGUAGES, found ?? "") ? found : null;
}

/** Return the wanted language; a game without it makes the page speak another one. */
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

/** Return the browser's language with its country, such as en-GB, since numbers and dates differ by country. */
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
  // Between two pieces of text there is a name with its plural forms.
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

/** Fill in the words of the static page, and show it. */
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
 * Switch the page to the language of a game, so that languages aren't mixed; return whether it has changed.
 * @param {string} name
 */
export function speakAs(name) {
  if (name === spoken || !Object.hasOwn(all, name)) return false;
  spoken = name;
  fillPage();
  return true;
}

/**
 * Choose a language, and reload the page in it; null stands for the browser's.
 * @param {string | null} name
 */
export function speak(name) {
  forGood.set(KEY, name);
  location.reload();
}
