/**
 * The layout of pictures, narrow or wide, by the size of the window.
 */

/** The media query for a phone, held upright or sideways; in a low window the board has only a part of the width. */
const narrow = matchMedia("(max-width: 47.95rem), (max-width: 60rem) and (max-height: 40rem) and (orientation: landscape)");

/** Return the layout of pictures: "narrow" or "wide". */
export function layout() {
  return narrow.matches ? "narrow" : "wide";
}

/**
 * Call a function after each change of the layout.
 * @param {() => void} listener
 */
export function onLayout(listener) {
  narrow.addEventListener("change", listener);
}
