/**
 * The start of the page: `/g/…` is a game, anything else is the form for a new one.
 */
import { byId } from "./dom.js";
import { switchThemeBy } from "./theme.js";

switchThemeBy(byId("theme"));

const game = /^\/g\/([^/]+)\/?$/.exec(location.pathname);
if (game) {
  const { openRoom } = await import("./room.js");
  await openRoom(decodeURIComponent(game[1]));
} else {
  const { openSetup } = await import("./setup.js");
  await openSetup();
}
