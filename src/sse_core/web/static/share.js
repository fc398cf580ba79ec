/**
 * Saving and sharing: the record, the position, the map and the picture as files, and addresses and pictures of the
 * position to
 * copy.
 */
import { addressOf } from "./address.js";
import { announce } from "./announce.js";
import { copyButton, copyRow, linkRow } from "./copying.js";
import { byId, el } from "./dom.js";
import { say } from "./messages.js";
import { copiesPng, copyPng, saveFile, savePng } from "./png.js";

/** @typedef {import("./answers.js").Shown} Shown */

/**
 * @param {ReturnType<typeof import("./api.js").room>} api
 * @param {() => object[]} branches returns the branches of the game in the JSON of a record
 */
export function makeShare(api, branches) {
  /** @type {Shown} what the page shows */
  let shown;
  /** @type {{ply: number, line?: string}} the request parameters for the position on the board */
  let view = { ply: 0 };
  let picture = "";
  byId("copy-link").addEventListener("click", open);
  byId("save-record").addEventListener("click", saveWithBranches);

  /** Offer the position on the board as an address in this game, as a new game, and as a picture. */
  function open() {
    const fresh = el("div", { class: "link-row" });
    byId("share-list").replaceChildren(hereRow(), fresh, pictureRow());
    byId("share").showModal();
    freshRow().then((row) => fresh.replaceWith(row));
  }

  /** Return the row of the position in this game. Only this browser has a branch, so its row has where it begins. */
  function hereRow() {
    const { ply, line } = view;
    const [label, words] = line ? /** @type {const} */ (["share.branch", "share.branchWords"]) : /** @type {const} */ (["share.here", "share.hereWords"]);
    return linkRow(say(label), say(words, { ply: String(ply), last: String(shown.last_ply) }), absolute(addressOf(shown.id, ply)));
  }

  /** Return the row of a new game from the position. */
  async function freshRow() {
    try {
      return linkRow(say("share.fresh"), say("share.freshWords"), absolute((await api.link(view)).url));
    } catch (error) {
      return copyRow(say("share.fresh"), /** @type {Error} */ (error).message);
    }
  }

  /** Return the row of the picture, which is saved if the browser can't copy it. */
  function pictureRow() {
    const [label, address, name] = [say("share.png"), picture, `${shown.game}-${shown.ply}.png`];
    const save = () => savePng(address, name).then(() => say("share.saved"), (/** @type {Error} */ error) => error.message);
    const copy = () => copyPng(address).then(() => say("copying.copied"), save);
    return copyRow(
      label,
      say("share.pngWords"),
      ...(copiesPng() ? [copyButton(label, say("copying.copy"), copy)] : []),
      copyButton(label, say("share.save"), save),
    );
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
      saveFile(new Blob([await api.recordWith(variations)], { type: "text/plain" }), "game.sse");
      byId("save-words").textContent = say("share.branches");
    } catch (error) {
      byId("save-words").textContent = /** @type {Error} */ (error).message;
    }
    announce(byId("save-words").textContent ?? "");
  }

  /**
   * @param {Shown} next
   * @param {string} theme
   * @param {{ply: number, line?: string}} at the position as the server is asked for it
   */
  function show(next, theme, at) {
    [shown, view] = [next, at];
    const { ply, viewer: seat } = shown;
    const files = {
      record: api.address("record", { seat }),
      position: api.address("position", { ...at, seat }),
      map: api.address("map"),
      campaign: api.address("campaign"),
      picture: api.address("picture.svg", { ...at, theme, seat }),
    };
    picture = files.picture;
    for (const [name, address] of Object.entries(files)) byId(`save-${name}`).href = address;
    byId("seed-shown").textContent = shown.seed === null ? "" : say("share.seed", { seed: String(shown.seed) });
    byId("save-picture").download = `${shown.game}-${ply}.svg`;
  }

  return { show };
}

/** @param {string} path */
function absolute(path) {
  return new URL(path, location.href).href;
}
