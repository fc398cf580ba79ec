/**
 * Clauses of the rules, such as E3.4: wherever a text cites one, a button opens it.
 */
import { rule } from "./api.js";
import { byId, el } from "./dom.js";
import { say } from "./messages.js";

/** A clause with the punctuation around it, without a line break between them. */
const CLAUSE = /(\(?\b[A-Z][0-9]{1,2}(?:\.[0-9]{1,2})?\b[).,;:]*)/;
const BARE = /[A-Z][0-9.]*[0-9]/;

/** Clauses in brackets, and the punctuation after them. */
const SOURCE = /(\s?\((?:[A-Z][0-9]{1,2}(?:\.[0-9]{1,2})?(?:, | and )?)+\)[.,;:]*)/;
const EACH = /[A-Z][0-9]{1,2}(?:\.[0-9]{1,2})?/g;

/**
 * Return a text as parts of an element. A clause in brackets, which is a source, becomes a question mark; any other
 * clause becomes a button with its name.
 * @param {string} words
 * @param {string} game
 * @returns {(string | HTMLElement)[]}
 */
export function withClauses(words, game) {
  return words.split(SOURCE).flatMap((part, i) => (i % 2 ? [part.slice(part.indexOf(")") + 1), el("span", { class: "cited" }, ...marksOf(part, game))] : withNames(part, game)));
}

/**
 * Return a text as parts of an element, in which all clauses are buttons with their names, as in the rules.
 * @param {string} words
 * @param {string} game
 * @returns {(string | HTMLElement)[]}
 */
function withNames(words, game) {
  return words.split(CLAUSE).map((part, i) => {
    const clause = i % 2 ? BARE.exec(part)?.[0] : undefined;
    if (!clause) return part;
    const [before, after] = part.split(clause);
    return el("span", { class: "cited" }, before, opener(clause, game, clause), after);
  });
}

/**
 * Return a question mark for each clause that a text has.
 * @param {string} words
 * @param {string} game
 */
export function marksOf(words, game) {
  return [...words.matchAll(EACH)].flatMap(([clause]) => [" ", opener(clause, game, "?")]);
}

/**
 * Split the clauses in brackets off the end of a text; return both parts.
 * @param {string} words
 */
export function parted(words) {
  const [text, ...rest] = words.split(SOURCE);
  return rest.length === 2 && !rest[1] ? { text, source: rest[0] } : { text: words, source: "" };
}

/**
 * @param {string} clause
 * @param {string} game
 * @param {string} shown
 */
function opener(clause, game, shown) {
  const words = say("clauses.read", { clause });
  const mark = shown === clause ? {} : { "aria-label": words };
  return el("button", { type: "button", class: shown === clause ? "clause" : "clause mark", title: words, ...mark, onclick: () => open(clause, game) }, shown);
}

/**
 * Show a clause.
 * @param {string} clause
 * @param {string} game
 */
async function open(clause, game) {
  const dialog = byId("clause");
  byId("clause-title").textContent = clause;
  byId("clause-text").replaceChildren("…");
  byId("clause-rules").href = `/rules/${game}#${clause}`;
  if (!dialog.open) dialog.showModal();
  try {
    const { text } = await rule(game, clause);
    byId("clause-text").replaceChildren(...text.split("\n\n").map((/** @type {string} */ block) => paragraph(block, game)));
  } catch (error) {
    byId("clause-text").replaceChildren(/** @type {Error} */ (error).message);
  }
}

/**
 * Return a block of the rules. A paragraph flows; a table, a list or a drawing keeps its lines.
 * @param {string} block
 * @param {string} game
 */
export function paragraph(block, game) {
  const hasColumns = /\S {2,}\S|^ {2,}|^- /m.test(block);
  return hasColumns ? el("pre", { tabindex: "0" }, block) : el("p", {}, ...withNames(block.replaceAll("\n", " "), game));
}
