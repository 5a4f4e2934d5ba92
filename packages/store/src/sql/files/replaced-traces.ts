/** A stored trace of an account. */
export interface TraceRow {
  /** Key of the file. */
  name: string;
  bytes: number;
  is_success: number;
}

/** Limits of the traces of an account. */
export interface TraceLimits {
  traces: number;
  bytes: number;
}

/**
 * Returns the traces that a new one replaces; undefined if it is of a success, and has no space
 * beside those of failures. The newest traces of failures keep up to half of the limits; everything
 * else is replaced by age.
 * @param rows - newest first
 */
export function replacedTraces(
  added: { bytes: number; isSuccess: boolean },
  rows: readonly TraceRow[],
  limits: TraceLimits,
): TraceRow[] | undefined {
  const all = { count: 1, bytes: added.bytes };
  const failures = added.isSuccess ? { count: 0, bytes: 0 } : { ...all };
  const fits = (sum: typeof all, bytes: number, share: number) =>
    sum.count < limits.traces * share && sum.bytes + bytes <= limits.bytes * share;
  const add = (sum: typeof all, bytes: number) => {
    sum.count += 1;
    sum.bytes += bytes;
  };
  const kept = new Set<TraceRow>();
  for (const row of rows) {
    if (row.is_success === 1 || !fits(failures, row.bytes, 1 / 2)) continue;
    kept.add(row);
    add(failures, row.bytes);
    add(all, row.bytes);
  }
  const exceeds = all.count > limits.traces || all.bytes > limits.bytes;
  if (exceeds && kept.size > 0) return undefined;
  for (const row of rows) {
    if (kept.has(row) || !fits(all, row.bytes, 1)) continue;
    kept.add(row);
    add(all, row.bytes);
  }
  return rows.filter((row) => !kept.has(row));
}
