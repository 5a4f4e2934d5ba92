/** An origin, and the names and values of its local storage. */
export type StoredItems = readonly [origin: string, items: readonly (readonly [string, string])[]];

/**
 * Fills local storage before the first script. Runs in an isolated world, out of pages' reach, and
 * leaves a mark there: Chromium runs it only in documents with scripts.
 */
export function fillStorage(origins: readonly StoredItems[]): void {
  const found = origins.find(([origin]) => origin === location.origin);
  if (!found) return;
  try {
    if (localStorage.length === 0) {
      for (const [name, value] of found[1]) localStorage.setItem(name, value);
    }
    (globalThis as { isStorageFilled?: true }).isStorageFilled = true;
  } catch {
    // A document without storage.
  }
}
