/**
 * PNG pictures, which the browser draws from the server's SVG, to copy or to save as a file.
 */
import { el } from "./dom.js";
import { say } from "./messages.js";

const KIND = "image/png";

/** The least pixels of the longer side; a larger picture keeps its size. */
const SIDE = 2000;

/** Return whether the browser lets the page copy pictures, which needs a secure connection. */
export function copiesPng() {
  return typeof ClipboardItem !== "undefined" && Boolean(navigator.clipboard?.write);
}

/**
 * Copy a picture; the promise is rejected if the browser refuses.
 * @param {string} address that of the SVG
 */
export async function copyPng(address) {
  // A browser allows this only right after a click, and the picture is drawn later, so it gets a promise.
  await navigator.clipboard.write([new ClipboardItem({ [KIND]: pngOf(address) })]);
}

/**
 * Save a picture as a file; the promise is rejected if the picture can't be drawn.
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
 * Draw a picture as PNG; the promise is rejected if that fails.
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
