/**
 * Settings of a map in the editor, such as the number of pieces: a field for each, empty for the default.
 */
import { withClauses } from "./clauses.js";
import { el } from "./dom.js";
import { say } from "./messages.js";

/**
 * @param {{game: string, settings: {key: string, help: string, default: string}[]}} kit
 * @param {(setting: string, value: string) => void} onChange
 */
export function makeSettings(kit, onChange) {
  const fields = kit.settings.map((setting) => {
    const id = `setting-${setting.key}`;
    const field = el("input", { id, maxlength: 1000, placeholder: say("editor.without", { words: setting.default }), "aria-describedby": `${id}-help`, autocomplete: "off", spellcheck: "false" });
    field.addEventListener("change", () => onChange(setting.key, field.value));
    return { setting, field, id };
  });
  const root = el(
    "details",
    { class: "card" },
    el("summary", {}, say("editor.settings")),
    ...fields.map(({ setting, field, id }) =>
      el("div", { class: "field" }, el("label", { for: id }, setting.key), field, el("p", { class: "hint", id: `${id}-help` }, ...withClauses(setting.help, kit.game))),
    ),
  );
  return {
    root,
    /** @param {Record<string, string>} values */
    show(values) {
      for (const { setting, field } of fields) field.value = values[setting.key] ?? "";
    },
  };
}
