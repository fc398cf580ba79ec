/**
 * What this browser keeps for the page: settings and drafts by name. A browser that keeps nothing is no error.
 */

/**
 * Return what is kept under a name; null if there is nothing.
 * @param {string} name
 * @returns {any}
 */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keep a value; null forgets it.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It lasts as long as the page, then.
  }
}
