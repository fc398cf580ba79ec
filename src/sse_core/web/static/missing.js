/**
 * The words of the error page for an unknown address.
 */
import { fillPage, say } from "./messages.js";

fillPage();
document.title = say("missing.tab");
