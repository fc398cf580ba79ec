/**
 * The light or dark theme of the page: the browser's preference, or the choice of the switch. Pictures follow it.
 */
import { forGood } from "./kept.js";
import { say } from "./messages.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
/** @type {(() => void)[]} */
const listeners = [];

/** Return the theme that is shown: "light" or "dark". */
export function theme() {
  return document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
}

/**
 * Call a function after each change of the theme.
 * @param {() => void} listener
 */
export function onTheme(listener) {
  listeners.push(listener);
}

/**
 * Let a button switch between light and dark.
 * @param {HTMLButtonElement} button
 */
export function switchThemeBy(button) {
  const name = () => (button.textContent = say(theme() === "dark" ? "theme.light" : "theme.dark"));
  const changed = () => {
    name();
    for (const listener of listeners) listener();
  };
  button.addEventListener("click", () => {
    const chosen = theme() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    forGood.set("theme", chosen);
    changed();
  });
  dark.addEventListener("change", changed);
  name();
}
