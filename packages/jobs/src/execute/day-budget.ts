/** Bytes that may be written within a day. */
export interface DayBudget {
  /** Counts bytes if they fit. Returns a function that undoes it. */
  take(account: string, bytes: number): (() => void) | undefined;
}

const hourMs = 3_600_000;

/** Creates a budget of bytes for a day, of all accounts and of one, counted by the hour. */
export function createDayBudget(
  max: { bytes: number; ofOne: number },
  now: () => number,
): DayBudget {
  const hours = new Map<number, Map<string, number>>();
  return {
    take(account, bytes) {
      const hour = Math.floor(now() / hourMs);
      for (const each of hours.keys()) if (each <= hour - 24 || each > hour) hours.delete(each);
      let [written, own] = [0, 0];
      for (const accounts of hours.values()) {
        own += accounts.get(account) ?? 0;
        for (const each of accounts.values()) written += each;
      }
      if (written + bytes > max.bytes || own + bytes > max.ofOne) return undefined;
      const accounts = hours.get(hour) ?? new Map<string, number>();
      hours.set(hour, accounts);
      const add = (count: number) => accounts.set(account, (accounts.get(account) ?? 0) + count);
      add(bytes);
      return () => void add(-bytes);
    },
  };
}
