/**
 * Keyboard shortcuts of the page. They do nothing while a person types, and while a dialog is open.
 */
import { byId } from "./dom.js";
import { showKeys } from "./dialogs.js";

const WRITING = "input:not([type=radio]), textarea, select, [contenteditable]";

/**
 * Call the function of a key when it is pressed.
 * @param {Record<string, () => unknown>} keys
 */
export function listenToKeys(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target);
    if (event.key === "Escape" && target.closest(WRITING)) return /** @type {HTMLElement} */ (target).blur();
    if (target.closest(WRITING)) return;
    if (event.key === "?") return showKeys();
    const call = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!call) return;
    event.preventDefault();
    call();
  });
  byId("help").addEventListener("click", showKeys);
}
