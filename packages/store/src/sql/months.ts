/** The calendar month (UTC) of a timestamp, as `2026-11`. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The calendar day (UTC) of a timestamp, as `2026-11-21`. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The start of the month after that of a timestamp. */
export function nextMonthAt(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
