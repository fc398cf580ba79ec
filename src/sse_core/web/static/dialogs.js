/**
 * Dialogs: the list of keyboard shortcuts, and questions before acts that can't be undone.
 */
import { byId } from "./dom.js";

/** Open the list of shortcuts. */
export function showKeys() {
  const dialog = byId("keys");
  dialog.showModal();
  // The browser scrolls to the button with the focus, which is at the end.
  dialog.scrollTop = 0;
}

/**
 * Ask a question; return whether the answer is yes.
 * @param {string} question
 * @param {string} yes the word on the button
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  const dialog = byId("confirm");
  byId("confirm-words").textContent = question;
  byId("confirm-yes").textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
