/**
 * Clauses of the rules, such as E3.4: wherever a text cites one, a button opens it.
 */
import { rule } from "./api.js";
import { byId, el } from "./dom.js";
import { say } from "./messages.js";

/** A clause, with the brackets and stops around it, from which no line break parts it. */
const CLAUSE = /(\(?\b[A-Z][0-9]{1,2}(?:\.[0-9]{1,2})?\b[).,;:]*)/;
const BARE = /[A-Z][0-9.]*[0-9]/;

/**
 * Return a text as parts of an element: its clauses are buttons.
 * @param {string} words
 * @param {string} game
 * @returns {(string | HTMLElement)[]}
 */
export function withClauses(words, game) {
  return words.split(CLAUSE).map((part, i) => {
    const clause = i % 2 ? BARE.exec(part)?.[0] : undefined;
    if (!clause) return part;
    const [before, after] = part.split(clause);
    const button = el("button", { type: "button", class: "clause", title: say("clauses.read", { clause }), onclick: () => open(clause, game) }, clause);
    return el("span", { class: "cited" }, before, button, after);
  });
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
  return hasColumns ? el("pre", { tabindex: "0" }, block) : el("p", {}, ...withClauses(block.replaceAll("\n", " "), game));
}
