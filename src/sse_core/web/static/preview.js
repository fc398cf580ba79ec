/**
 * The preview of a new game: the picture of its start.
 */
import { byId, el, pictureOf } from "./dom.js";
import { nounOf } from "./gallery.js";
import { say } from "./messages.js";

/** @typedef {import("./answers.js").Drawn} Drawn */

/**
 * @param {Drawn} drawn
 * @param {string} preset what the game calls a start, such as a map
 */
export function showPreview(drawn, preset) {
  const picture = pictureOf(drawn.svg);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", picture.querySelector("title")?.textContent ?? say("preview.start"));
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  byId("preview").replaceChildren(picture);
  byId("preview-words").textContent = drawn.about ?? "";
  const ways = /** @type {const} */ ([
    [drawn.edit, "setup.edit"],
    [`/edit?game=${drawn.game}`, "setup.draw"],
  ]);
  byId("preview-edit").replaceChildren(
    ...(drawn.edit ? ways : []).map(([address, words]) => el("a", { class: "button", href: address }, say(words, { preset: nounOf(preset) }))),
  );
}
