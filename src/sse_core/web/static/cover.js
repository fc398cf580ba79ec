/**
 * The cover over hidden hands, while the screen is passed from one person to the next.
 */
import { byId, el } from "./dom.js";

/** @param {() => void} onOpen */
export function makeCover(onOpen) {
  const root = byId("cover");
  byId("cover-open").addEventListener("click", () => {
    root.hidden = true;
    onOpen();
  });
  return {
    /** @param {string} letter the seat that may look next */
    show(letter) {
      byId("cover-title").replaceChildren(`Pass the screen to `, el("span", { class: "badge", "data-seat": letter }, letter));
      byId("cover-open").textContent = `I am ${letter}: show my view`;
      root.hidden = false;
      byId("cover-open").focus();
    },
    hide() {
      root.hidden = true;
    },
  };
}
