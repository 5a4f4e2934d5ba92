/// <reference lib="dom" />

/** What an origin keeps. */
export interface StoredItems {
  origin: string;
  items: { name: string; value: string }[];
}

/**
 * Sites may keep 5 MB in each origin, of which a state takes less: what is longer is cut where it
 * is read. Runs in the page.
 */
export function storedItems(maxLength: number): StoredItems {
  const items: StoredItems['items'] = [];
  let length = 0;
  for (let at = 0; at < localStorage.length; at += 1) {
    const name = localStorage.key(at) ?? '';
    const value = localStorage.getItem(name) ?? '';
    length += name.length + value.length;
    items.push({ name, value });
    if (length > maxLength) break;
  }
  return { origin: location.origin, items };
}
