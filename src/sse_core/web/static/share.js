/**
 * Saving and sharing: the record, the position, the map and the picture as files, and a link to the position.
 */
import { byId, el } from "./dom.js";
import { announce } from "./announce.js";
import { say } from "./messages.js";

/**
 * @param {ReturnType<typeof import("./api.js").room>} api
 * @param {() => object[]} branches returns those of the game as the JSON of a record has them
 */
export function makeShare(api, branches) {
  /** @type {{ply: number, line?: string}} the position on the board */
  let view = { ply: 0 };
  byId("copy-link").addEventListener("click", copyLink);
  byId("save-record").addEventListener("click", saveWithBranches);

  /** Copy the link, and show it, since a browser may keep the clipboard closed. */
  async function copyLink() {
    const words = byId("save-words");
    try {
      const { url } = await api.link(view);
      const field = byId("link");
      field.value = new URL(url, location.href).href;
      field.hidden = false;
      field.select();
      const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
      words.textContent = say(copied ? "share.copied" : "share.copyYourself");
    } catch (error) {
      words.textContent = /** @type {Error} */ (error).message;
    }
    announce(words.textContent ?? "");
  }

  /**
   * Save the record with the branches, if there are any: they are in this browser alone.
   * @param {MouseEvent} event
   */
  async function saveWithBranches(event) {
    const variations = branches();
    if (!variations.length) return;
    event.preventDefault();
    try {
      const file = URL.createObjectURL(new Blob([await api.recordWith(variations)], { type: "text/plain" }));
      el("a", { href: file, download: "game.sse" }).click();
      URL.revokeObjectURL(file);
      byId("save-words").textContent = say("share.branches");
    } catch (error) {
      byId("save-words").textContent = /** @type {Error} */ (error).message;
    }
    announce(byId("save-words").textContent ?? "");
  }

  /**
   * @param {any} shown
   * @param {string} theme
   * @param {{ply: number, line?: string}} at the position as the server is asked for it
   */
  function show(shown, theme, at) {
    if (at.ply !== view.ply || at.line !== view.line) byId("link").hidden = true;
    view = at;
    const { ply, viewer: seat } = shown;
    const files = {
      record: api.address("record", { seat }),
      position: api.address("position", { ...at, seat }),
      map: api.address("map"),
      campaign: api.address("campaign"),
      picture: api.address("picture.svg", { ...at, theme, seat }),
    };
    for (const [name, address] of Object.entries(files)) byId(`save-${name}`).href = address;
    byId("seed-shown").textContent = shown.seed === null ? "" : say("share.seed", { seed: String(shown.seed) });
    byId("save-picture").download = `${shown.game}-${ply}.svg`;
  }

  return { show };
}
