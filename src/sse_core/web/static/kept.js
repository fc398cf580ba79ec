/**
 * Small things that the browser keeps for the page: for good, or for a tab. A browser may keep nothing at all, or refuse;
 * then the page goes on without.
 */

/**
 * @param {() => Storage} storage
 */
function keeper(storage) {
  return {
    /**
     * Return what is kept by a name, or null.
     * @param {string} name
     * @returns {string | null}
     */
    get(name) {
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },
    /**
     * Keep something by a name; null forgets it.
     * @param {string} name
     * @param {string | null} value
     */
    set(name, value) {
      try {
        if (value === null) storage().removeItem(name);
        else storage().setItem(name, value);
      } catch {
        // The browser keeps nothing.
      }
    },
  };
}

export const forGood = keeper(() => localStorage);
export const forTab = keeper(() => sessionStorage);
