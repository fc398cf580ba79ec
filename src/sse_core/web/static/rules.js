/**
 * The page with the rules of a game: all clauses, with a search field.
 */
import { rules } from "./api.js";
import { paragraph } from "./clauses.js";
import { afterPause, byId, el } from "./dom.js";
import { say } from "./messages.js";
import { untilReached } from "./reach.js";
import { listenToKeys } from "./shortcuts.js";
/** @typedef {import("./answers.js").Section} Section */

const PAUSE = 150;

/**
 * Open the rules of a game, at the clause that the address names.
 * @param {string} game
 */
export async function openRules(game) {
  const book = await untilReached(() => rules(game));
  document.title = byId("rules-title").textContent = book.title;
  byId("rules-learn").href = `/learn/${game}`;
  byId("rules-text").replaceChildren(...book.sections.map((section) => sectionOf(section, game)));
  byId("rules-search").addEventListener("input", afterPause(narrow, PAUSE));
  listenToKeys({ "/": () => byId("rules-search").focus() });
  byId("rules").hidden = false;
  narrow();
  goToClause();
  addEventListener("hashchange", goToClause);
}

/**
 * @param {Section} section
 * @param {string} game
 */
function sectionOf({ number, title, blocks }, game) {
  /** @type {Map<string | null, HTMLElement>} */
  const clauses = new Map();
  const parts = [];
  for (const { clause, text } of blocks) {
    const kept = clauses.get(clause);
    const part = kept ?? el("div", clause ? { class: "rule", id: clause, tabindex: "-1" } : { class: "rule" });
    part.append(paragraph(text, game));
    if (kept) continue;
    if (clause) clauses.set(clause, part);
    parts.push(part);
  }
  return el("section", { class: "card rules-section", id: number || null }, el("h2", {}, `${number} ${title}`.trim()), ...parts);
}

/** Show the clauses with all words of the search, and their number. */
function narrow() {
  const words = byId("rules-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of byId("rules-text").children) {
    // A word of the heading counts for each clause below it.
    const heading = section.querySelector("h2")?.textContent ?? "";
    for (const rule of section.querySelectorAll(".rule")) {
      const text = `${heading} ${rule.textContent}`.toLowerCase();
      rule.hidden = !words.every((/** @type {string} */ word) => text.includes(word));
      found += rule.hidden ? 0 : 1;
    }
    section.hidden = !section.querySelector(".rule:not([hidden])");
  }
  byId("rules-found").textContent = words.length ? say("rules.found", { count: found }) : "";
}

/** Scroll to the clause in the address. */
function goToClause() {
  const clause = byId(location.hash.slice(1));
  if (!clause || !byId("rules-text").contains(clause)) return;
  byId("rules-search").value = "";
  narrow();
  clause.scrollIntoView({ block: "start" });
  clause.focus({ preventScroll: true });
}
