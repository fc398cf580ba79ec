/**
 * Saving and sharing: the record, the position, the map and the picture as files, and a link to the position.
 */
import { byId } from "./dom.js";
import { announce } from "./announce.js";

/** @param {ReturnType<typeof import("./api.js").room>} api */
export function makeShare(api) {
  let ply = 0;
  byId("copy-link").addEventListener("click", copyLink);

  /** Copy the link, and show it, since a browser may keep the clipboard closed. */
  async function copyLink() {
    const words = byId("save-words");
    try {
      const { url } = await api.link(ply);
      const field = byId("link");
      field.value = new URL(url, location.href).href;
      field.hidden = false;
      field.select();
      const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
      words.textContent = copied ? "The link is copied. It opens a new game from this position." : "Copy the link below. It opens a new game from this position.";
    } catch (error) {
      words.textContent = /** @type {Error} */ (error).message;
    }
    announce(words.textContent ?? "");
  }

  /**
   * @param {any} shown
   * @param {string} theme
   */
  function show(shown, theme) {
    if (shown.ply !== ply) byId("link").hidden = true;
    ply = shown.ply;
    const seat = shown.viewer;
    const files = {
      record: api.address("record", { seat }),
      position: api.address("position", { ply, seat }),
      map: api.address("map"),
      picture: api.address("picture.svg", { ply, theme, seat }),
    };
    for (const [name, address] of Object.entries(files)) byId(`save-${name}`).href = address;
    byId("seed-shown").textContent = shown.seed === null ? "" : `Seed ${shown.seed}: the same game again, with the same choices.`;
    byId("save-picture").download = `${shown.game}-${ply}.svg`;
  }

  return { show };
}
