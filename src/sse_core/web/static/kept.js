/**
 * Values that this browser stores for the page by name, for good or for one tab. The page also works in a browser
 * without storage.
 */

/** @param {() => Storage} storage */
function keeper(storage) {
  return {
    /**
     * Return the stored value of a name; null if there is none.
     * @param {string} name
     * @returns {any}
     */
    get(name) {
      try {
        return JSON.parse(storage().getItem(name) ?? "null");
      } catch {
        return null;
      }
    },
    /**
     * Store a value; null removes it.
     * @param {string} name
     * @param {unknown} value
     */
    set(name, value) {
      try {
        if (value === null) storage().removeItem(name);
        else storage().setItem(name, JSON.stringify(value));
      } catch {
        // Without storage the value lasts as long as the page.
      }
    },
  };
}

export const forGood = keeper(() => localStorage);
export const forTab = keeper(() => sessionStorage);
