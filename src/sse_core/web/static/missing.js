/**
 * The page for an address where nothing is: its words.
 */
import { fillPage, say } from "./messages.js";

fillPage();
document.title = say("missing.tab");
