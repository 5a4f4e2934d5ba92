type PublicDetails = Readonly<Record<string, string>>;

/** Maximum length of all metadata of a request: it is stored in its row, which lists read. */
const maxCharacters = 16 * 1_024;

/** Drops what does not fit, the longest first. */
export function boundMetadata(all: readonly PublicDetails[]): Record<string, string>[] {
  const entries = all.flatMap((told, at) =>
    Object.entries(told).map(([name, value]) => ({ at, name, length: name.length + value.length })),
  );
  const kept = all.map(() => new Set<string>());
  let sum = 0;
  for (const { at, name, length } of entries.toSorted((a, b) => a.length - b.length)) {
    sum += length;
    if (sum > maxCharacters) break;
    kept[at]?.add(name);
  }
  return all.map((told, at) =>
    Object.fromEntries(Object.entries(told).filter(([name]) => kept[at]?.has(name))),
  );
}
