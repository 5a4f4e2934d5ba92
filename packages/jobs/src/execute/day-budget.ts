/** What may be written within a day. */
export interface DayBudget {
  /** Whether so many bytes fit; they are counted then. */
  take(bytes: number): boolean;
}

const hourMs = 3_600_000;

/** Makes one of so many bytes, counted by the hour in which they are written. */
export function createDayBudget(mostBytes: number, now: () => number): DayBudget {
  const hours = new Map<number, number>();
  return {
    take(bytes) {
      const hour = Math.floor(now() / hourMs);
      for (const each of hours.keys()) if (each <= hour - 24 || each > hour) hours.delete(each);
      const written = [...hours.values()].reduce((sum, each) => sum + each, 0);
      if (written + bytes > mostBytes) return false;
      hours.set(hour, (hours.get(hour) ?? 0) + bytes);
      return true;
    },
  };
}
