/**
 * Pictures of the server as PNG, which is drawn by the browser: copied, or saved as a file.
 */
import { el } from "./dom.js";
import { say } from "./messages.js";

const KIND = "image/png";

/** The pixels of the longer side: a picture that is larger keeps its size. */
const SIDE = 2000;

/** Return whether the browser lets a page copy pictures: it does so on a safe connection alone. */
export function copiesPng() {
  return typeof ClipboardItem !== "undefined" && Boolean(navigator.clipboard?.write);
}

/**
 * Copy a picture; rejected where the browser refuses it.
 * @param {string} address that of the SVG
 */
export async function copyPng(address) {
  // The picture is drawn later, and a browser wants to be asked while the click is fresh: it takes a promise.
  await navigator.clipboard.write([new ClipboardItem({ [KIND]: pngOf(address) })]);
}

/**
 * Save a picture as a file; rejected where it can't be drawn.
 * @param {string} address that of the SVG
 * @param {string} name
 */
export async function savePng(address, name) {
  saveFile(await pngOf(address), name);
}

/**
 * Save a file that the page has made.
 * @param {Blob} content
 * @param {string} name
 */
export function saveFile(content, name) {
  const file = URL.createObjectURL(content);
  el("a", { href: file, download: name }).click();
  URL.revokeObjectURL(file);
}

/**
 * Draw a picture; rejected where that can't be.
 * @param {string} address that of the SVG
 * @returns {Promise<Blob>}
 */
async function pngOf(address) {
  const image = new Image();
  image.src = address;
  await image.decode().catch(() => Promise.reject(new Error(say("dom.unread"))));
  const scale = Math.max(1, SIDE / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = el("canvas", { width: Math.round(image.naturalWidth * scale), height: Math.round(image.naturalHeight * scale) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const found = await new Promise((resolve) => canvas.toBlob(resolve, KIND));
  if (!found) throw new Error(say("dom.unread"));
  return found;
}
