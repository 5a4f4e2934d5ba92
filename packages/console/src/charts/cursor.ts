/** Returns the index that a key moves the cursor to. */
export function moved(key: string, from: number, last: number): number | undefined {
  const page = Math.max(1, Math.round(last / 10));
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - page,
    PageUp: from + page,
    Home: 0,
    End: last,
  };
  const target = targets[key];
  return target === undefined || last < 0 ? undefined : Math.min(last, Math.max(0, target));
}

/** Returns the index of the nearest position. */
export function nearest(positions: readonly number[], at: number): number | undefined {
  let found: number | undefined;
  for (const [index, position] of positions.entries()) {
    const isNearer =
      found === undefined || Math.abs(position - at) < Math.abs((positions[found] ?? 0) - at);
    if (isNearer) found = index;
  }
  return found;
}
