/**
 * The picture of what a new game begins with.
 */
import { byId, pictureOf } from "./dom.js";

/** @param {any} drawn */
export function showPreview(drawn) {
  const picture = pictureOf(drawn.svg);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", picture.querySelector("title")?.textContent ?? "the start");
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  byId("preview").replaceChildren(picture);
  byId("preview-words").textContent = drawn.about ?? "";
}
