/**
 * The dialog with a game's links: to free seats, to the own seat for another device, and for spectators. Each can be
 * copied, or scanned as a QR code.
 */
import { qr } from "./api.js";
import { linkRow } from "./copying.js";
import { byId, el, pictureOf } from "./dom.js";
import { say } from "./messages.js";

/** @typedef {import("./answers.js").Shown} Shown */

/**
 * @param {ReturnType<typeof import("./api.js").room>} api
 */
export function makeLinks(api) {
  const dialog = byId("links");
  /** The content of the dialog, which is drawn anew when it changes. */
  let drawn = "";
  /** The number of the last request, so that a late answer never hides a newer one. */
  let asked = 0;

  /**
   * Open the dialog.
   * @param {Shown & {mine: number[]}} shown
   */
  async function open(shown) {
    if (!dialog.open) dialog.showModal();
    await draw(shown);
  }

  /** @param {Shown & {mine: number[]}} shown */
  async function draw(shown) {
    const number = ++asked;
    const { links, watch, draws } = await api.seats();
    const content = JSON.stringify([links, draws]);
    if (number !== asked || content === drawn) return;
    drawn = content;
    const own = links.filter((link) => shown.mine.includes(link.seat));
    const free = links.filter((link) => !own.includes(link));
    const letter = (/** @type {{seat: number}} */ link) => shown.seats[link.seat].letter;
    byId("links-title").textContent = say(free.length ? "links.invite" : "links.title");
    byId("links-list").replaceChildren(
      ...free.map((link) => row(say("links.seat", { letter: letter(link) }), say("links.seatWords"), link.url, draws)),
      row(say("links.watch"), say("links.watchWords"), watch, false),
      el(
        "details",
        {},
        el("summary", {}, say("links.own")),
        ...own.map((link) => row(say("links.ownSeat", { letter: letter(link) }), say("links.ownWords"), link.url, draws)),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {string} words
   * @param {string} path
   * @param {boolean} draws
   */
  function row(label, words, path, draws) {
    const url = new URL(path, location.href).href;
    const found = linkRow(label, words, url);
    if (!draws) return found;
    const picture = el("div", { class: "qr", role: "img", "aria-label": say("links.qr", { label }) });
    qr(url).then((svg) => picture.replaceChildren(pictureOf(svg)), () => picture.remove());
    found.append(picture);
    return found;
  }

  return {
    open,
    /** Show the links as they are now, if the dialog is open. */
    refresh: async (/** @type {Shown & {mine: number[]}} */ shown) => dialog.open && draw(shown),
  };
}
