/// <reference lib="dom" />

export interface StoredItems {
  origin: string;
  items: { name: string; value: string }[];
  /** True if the document's storage was restored. */
  isFilled: boolean;
}

/** Truncates long items: sites may store 5 MB per origin, and a state contains less. */
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
  return { origin: location.origin, items, isFilled: 'isStorageFilled' in globalThis };
}
