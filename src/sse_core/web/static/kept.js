/**
 * What this browser keeps for the page, for good or for a tab: values by name. A browser that keeps nothing is no error: the
 * page goes on without.
 */

/** @param {() => Storage} storage */
function keeper(storage) {
  return {
    /**
     * Return what is kept under a name; null if there is nothing.
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
     * Keep a value; null forgets it.
     * @param {string} name
     * @param {unknown} value
     */
    set(name, value) {
      try {
        if (value === null) storage().removeItem(name);
        else storage().setItem(name, JSON.stringify(value));
      } catch {
        // It lasts as long as the page, then.
      }
    },
  };
}

export const forGood = keeper(() => localStorage);
export const forTab = keeper(() => sessionStorage);
