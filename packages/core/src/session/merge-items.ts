/**
 * Applies the differences between two versions of a set of items to a third one. An item that was
 * removed is removed only if it is as it was before.
 * @returns whether anything was changed
 */
export function mergeItems(
  before: ReadonlyMap<string, string> = new Map(),
  after: ReadonlyMap<string, string>,
  items: Map<string, string>,
): boolean {
  let isChanged = false;
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(name);
    if (value === before.get(name)) continue;
    if (value !== undefined) items.set(name, value);
    else if (before.get(name) !== items.get(name) || !items.delete(name)) continue;
    isChanged = true;
  }
  return isChanged;
}
