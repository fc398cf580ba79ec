/**
 * What the page keeps in this browser. A browser may keep nothing: then each visit is the first one.
 */

/**
 * Return what was kept under a name; null if there is nothing.
 * @param {string} name
 */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keep a text under a name, if the browser lets us.
 * @param {string} name
 * @param {string} text
 */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Nothing is kept, and nothing depends on it.
  }
}
