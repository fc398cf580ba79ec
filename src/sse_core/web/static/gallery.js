/**
 * The gallery: a list of the maps or starts that ship with a game.
 */
import { thumbnail } from "./api.js";
import { byId, el } from "./dom.js";
import { say } from "./messages.js";
import { onTheme, theme } from "./theme.js";

/** @typedef {import("./answers.js").GameShown} GameShown */

/** The distance from the window within which a picture is loaded; browsers by themselves load nearly all at once. */
const NEAR = { rootMargin: "300px" };

/** The nouns of games for their starts. */
const NOUNS = /** @type {const} */ ({ map: "preset.map", start: "preset.start" });

/**
 * Return the noun of a game for its presets, in the language of the page.
 * @param {string} preset
 */
export function nounOf(preset) {
  return Object.hasOwn(NOUNS, preset) ? say(NOUNS[/** @type {keyof typeof NOUNS} */ (preset)]) : preset;
}

/**
 * Return the list of a game's presets; the first choice stands for no preset.
 * @param {GameShown} game
 * @param {() => void} onChange
 */
export function makeGallery(game, onChange) {
  const root = byId("gallery");
  const none = { name: "", title: say("gallery.new", { preset: nounOf(game.preset) }), about: say("gallery.none") };
  const list = el("div", { class: "presets", onchange: onChange }, ...[none, ...game.presets].map((preset) => card(preset, game)));
  list.querySelector("input").checked = true;
  const load = (/** @type {any} */ img) => {
    img.src = thumbnail(game.name, img.closest("label").control.value, theme());
  };
  const near = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      near.unobserve(target);
      load(target);
    }
  }, NEAR);
  for (const img of list.querySelectorAll("img")) near.observe(img);
  onTheme(() => {
    for (const img of list.querySelectorAll("img[src]")) load(img);
  });

  return {
    show() {
      byId("start-legend").textContent = nounOf(game.preset);
      root.replaceChildren(list);
    },
    /** Return the name of the preset that is chosen, null for none. */
    value: () => list.querySelector("input:checked")?.value || null,
    /** @param {boolean} on while a pasted text takes the place of the presets */
    disable(on) {
      root.hidden = on;
      byId("gallery-off").hidden = !on;
    },
  };
}

/**
 * @param {{name: string, title: string, about: string}} preset
 * @param {GameShown} game
 */
function card({ name, title, about }, game) {
  return el(
    "label",
    { class: "preset" },
    el("input", { type: "radio", name: `preset-${game.name}`, value: name }),
    el("span", { lang: name ? "en" : null }, el("strong", {}, title), el("small", {}, about)),
    name ? el("img", { alt: "", width: 72, height: 72 }) : null,
  );
}
