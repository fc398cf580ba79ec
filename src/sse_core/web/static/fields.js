/**
 * Form fields for the set-up of a game. The game itself says which options it has.
 *
 * @typedef {{name: string, label: string, help: string, kind: string, choices: string[], names: string[], default: any,
 *   suggestions: Record<string, string>}} Field
 */
import { withClauses } from "./clauses.js";
import { byId, el } from "./dom.js";
import { say } from "./messages.js";

/** @typedef {import("./answers.js").GameShown} GameShown */

/**
 * Return the fields of a game, except for its presets, which the gallery shows.
 * @param {GameShown} game
 * @param {() => void} onChange
 */
export function makeFields(game, onChange) {
  const fields = /** @type {Field[]} */ (game.fields).filter(({ name }) => name !== game.preset);
  const controls = new Map(fields.map((field) => [field.name, control(field)]));
  const list = el("div", { class: "fields", onchange: onChange }, ...fields.map((field) => row(field, controls.get(field.name), game.name)));

  return {
    show() {
      byId("fields").replaceChildren(list);
      byId("fields-card").hidden = !fields.length;
    },
    /** @param {string[] | null} names the fields that are shown; null for all */
    showOnly(names) {
      for (const [i, field] of fields.entries()) list.children[i].hidden = names !== null && !names.includes(field.name);
    },
    /**
     * Return the values that differ from the defaults, by field.
     * @param {string[] | null} names the fields to return; null for all
     */
    values(names = null) {
      const found = fields.filter(({ name }) => !names || names.includes(name)).map((field) => [field.name, read(field, controls.get(field.name))]);
      return Object.fromEntries(found.filter(([, value]) => value !== null));
    },
  };
}

/** @param {Field} field */
function control(field) {
  const common = { id: `field-${field.name}`, name: field.name, "aria-describedby": `help-${field.name}`, autocomplete: "off" };
  if (field.kind === "flag") return el("input", { ...common, type: "checkbox", role: "switch", checked: Boolean(field.default) });
  if (field.kind === "choice") {
    const options = field.choices.map((choice, i) => el("option", { value: choice, selected: choice === field.default }, field.names[i]));
    const none = field.default == null ? [el("option", { value: "" }, say("fields.asUsual"))] : [];
    return el("select", common, ...none, ...options);
  }
  if (field.kind === "number") return el("input", { ...common, type: "number", inputmode: "numeric", value: field.default, placeholder: say("fields.asUsual") });
  if (field.kind === "many") return el("textarea", { ...common, rows: 3, spellcheck: "false", placeholder: say("fields.oneALine") });
  return el("input", { ...common, value: field.default });
}

/**
 * @param {Field} field
 * @param {HTMLElement} input
 * @param {string} game
 */
function row(field, input, game) {
  const label = el("label", { for: input.id }, field.label);
  const help = el("p", { class: "hint", id: `help-${field.name}` }, ...withClauses(field.help, game));
  const usual = Object.entries(field.suggestions);
  if (!usual.length) return el("div", { class: `field field-${field.kind}` }, label, input, help);
  const more = el("details", {}, el("summary", {}, say("fields.more", { label: field.label })), label, input, help);
  return el("div", { class: "field field-many" }, ...usual.map(([value, words]) => suggestion(input.id, value, words, game)), more);
}

/**
 * Return the switch for a usual value, with its effect and its name.
 * @param {string} id
 * @param {string} value
 * @param {string} words
 * @param {string} game
 */
function suggestion(id, value, words, game) {
  const [title, clause] = words.split(/ (?=\([A-Z])/);
  const input = el("input", { type: "checkbox", role: "switch", id: `${id}-${value}`, "data-many": true, value });
  return el("div", { class: "switch" }, input, el("span", {}, el("label", { for: input.id }, title), " ", ...withClauses(clause ?? "", game)));
}

/**
 * Return the value of a field; null if it wasn't changed.
 * @param {Field} field
 * @param {any} input
 */
function read(field, input) {
  if (field.kind === "flag") return input.checked === Boolean(field.default) ? null : input.checked;
  const text = input.value.trim();
  if (field.kind === "many") {
    const switches = input.closest(".field").querySelectorAll("[data-many]:checked");
    const usual = [...switches].map((each) => each.value);
    const all = [...usual, ...text.split(/\s*\n\s*/).filter(Boolean)];
    return all.length ? all : null;
  }
  if (text === "" || text === String(field.default ?? "")) return null;
  return field.kind === "number" ? Number(text) : text;
}
