/** Counts what each has under way, up to a bound. */
export interface Tally {
  /** One more; false, and not counted, where that would be too many. */
  enter(name: string): boolean;
  leave(name: string): void;
}

/** Creates a tally. A client without requests in progress takes no memory. */
export function createTally(max: number): Tally {
  const counts = new Map<string, number>();
  return {
    enter(name) {
      const count = counts.get(name) ?? 0;
      if (count >= max) return false;
      counts.set(name, count + 1);
      return true;
    },
    leave(name) {
      const count = counts.get(name) ?? 0;
      if (count > 1) counts.set(name, count - 1);
      else counts.delete(name);
    },
  };
}
