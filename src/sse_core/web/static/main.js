/**
 * The start of the page: `/g/…` is a game, `/edit` a map that is drawn, anything else is the form for a new game.
 */
import { byId } from "./dom.js";
import { switchThemeBy } from "./theme.js";

switchThemeBy(byId("theme"));

/** Say that the page can't be filled, where the state of the connection stands. */
function failed(/** @type {unknown} */ error) {
  byId("connection").textContent = /** @type {Error} */ (error).message;
  byId("connection").hidden = false;
}

const game = /^\/g\/([^/]+)\/?$/.exec(location.pathname);
if (game) {
  const { openRoom } = await import("./room.js");
  await openRoom(decodeURIComponent(game[1])).catch(failed);
} else if (location.pathname === "/edit") {
  const { openEditor } = await import("./editor.js");
  await openEditor().catch(failed);
} else {
  const { openSetup } = await import("./setup.js");
  await openSetup().catch(failed);
}
