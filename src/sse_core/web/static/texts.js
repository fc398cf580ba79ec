/**
 * The history of a map in the editor: its texts, for undo and redo.
 */

/** The most texts in the history; the oldest are dropped. */
const MOST = 500;

/** @param {string} first */
export function makeTexts(first) {
  let texts = [first];
  let at = 0;
  let wasTyped = false;
  return {
    text: () => texts[at],
    canUndo: () => at > 0,
    canRedo: () => at < texts.length - 1,
    /** @param {number} way −1 or 1 */
    go(way) {
      at = Math.min(texts.length - 1, Math.max(0, at + way));
      wasTyped = false;
      return texts[at];
    },
    /**
     * Add a text. While a person types, the last one is replaced.
     * @param {string} text
     * @param {boolean} [isTyped]
     */
    add(text, isTyped = false) {
      if (text === texts[at]) return;
      const kept = isTyped && wasTyped ? at : at + 1;
      texts = [...texts.slice(0, kept), text].slice(-MOST);
      at = texts.length - 1;
      wasTyped = isTyped;
    },
  };
}
