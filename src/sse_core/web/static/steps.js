/**
 * Choosing a legal action step by step. It knows no game: it only compares keys.
 *
 * @typedef {{key: string, words: string, note: string, costs: boolean}} Step
 * @typedef {{id: number, text: string, steps: Step[]}} Legal
 */
import { parted } from "./clauses.js";

/**
 * Return the steps of a legal action, at least one.
 * @param {Legal} action
 * @returns {Step[]}
 */
function stepsOf(action) {
  return action.steps.length ? action.steps : [{ key: action.text, words: action.text, note: "", costs: false }];
}

/**
 * Return the legal actions that begin with these keys.
 * @param {Legal[]} legal
 * @param {string[]} keys
 */
function beginningWith(legal, keys) {
  return legal.filter((action) => keys.every((key, i) => stepsOf(action)[i]?.key === key));
}

/**
 * Return the next choices after these keys, each once, with the actions that contain it.
 * @param {Legal[]} legal
 * @param {string[]} keys
 * @returns {{step: Step, actions: Legal[]}[]}
 */
export function choicesAfter(legal, keys) {
  const found = new Map();
  for (const action of beginningWith(legal, keys)) {
    const step = stepsOf(action)[keys.length];
    if (!step) continue;
    const known = found.get(step.key);
    if (known) known.actions.push(action);
    else found.set(step.key, { step, actions: [action] });
  }
  return [...found.values()];
}

/**
 * Return the legal action whose steps are exactly these keys, if there is one.
 * @param {Legal[]} legal
 * @param {string[]} keys
 */
export function wholeAction(legal, keys) {
  return legal.find((action) => stepsOf(action).length === keys.length && stepsOf(action).every((s, i) => s.key === keys[i]));
}

/**
 * Return the steps that were chosen, in order.
 * @param {Legal[]} legal
 * @param {string[]} keys
 * @returns {Step[]}
 */
export function chosenSteps(legal, keys) {
  const first = beginningWith(legal, keys)[0];
  return first ? stepsOf(first).slice(0, keys.length) : [];
}

/**
 * Return the keys after a click on a place of the picture: the keys so far, or fewer of them, and then the place. A key
 * between them is filled in if it is the only way to the place. Null if the place is no choice at all.
 * @param {Legal[]} legal
 * @param {string[]} keys
 * @param {string} place
 * @returns {string[] | null}
 */
export function keysWith(legal, keys, place) {
  for (let kept = keys.length; kept >= 0; kept--) {
    const start = keys.slice(0, kept);
    if (choicesAfter(legal, start).some((choice) => choice.step.key === place)) return [...start, place];
    const ways = choicesAfter(legal, start).filter(
      ({ step }) => choicesAfter(legal, [...start, step.key]).some((later) => later.step.key === place),
    );
    if (ways.length === 1) return [...start, ways[0].step.key, place];
  }
  return null;
}

/**
 * Return a choice as one line, without its clause.
 * @param {Step} step
 */
export function inOne(step) {
  const { text } = parted(step.note);
  return text ? `${step.words}: ${text}` : step.words;
}
