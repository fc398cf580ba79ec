/**
 * The dialog for the language of the page, and the button that opens it.
 */
import { byId, el } from "./dom.js";
import { LANGUAGES, chosenLanguage, say, speak, wantedLanguage } from "./messages.js";

/**
 * Let a button open the dialog, and show the name of the present language on it.
 * @param {HTMLButtonElement} button
 */
export function switchLanguageBy(button) {
  const names = Object.entries(LANGUAGES);
  const options = names.map(([name, words]) => el("option", { value: name, lang: name, selected: name === chosenLanguage() }, words));
  const list = byId("language-choice");
  list.replaceChildren(el("option", { value: "" }, say("language.browser")), ...options);
  list.addEventListener("change", () => speak(list.value || null));
  byId("language-games").hidden = wantedLanguage() === "en";
  // A phone has room for two letters.
  button.replaceChildren(el("span", { class: "whole" }, new Map(names).get(wantedLanguage())), el("span", { class: "short" }, wantedLanguage().toUpperCase()));
  button.addEventListener("click", () => byId("languages").showModal());
}
