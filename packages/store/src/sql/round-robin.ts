import type { Steps } from './database.ts';

/** Remembers when each account was served, so that none is served twice while another waits. */
export interface Rotation {
  /** Longest waiting first, never served before all. The `absent` keep their place. */
  order(names: readonly string[], absent?: readonly string[]): string[];
}

/** The memory is of this process alone, and no longer than the list of those who wait. */
export function createRotation(): Rotation & { served(name: string): void } {
  let serial = 0;
  let lastServed = new Map<string, number>();
  return {
    order: (names, absent = []) => {
      lastServed = new Map(
        [...names, ...absent].flatMap((name) => {
          const at = lastServed.get(name);
          return at === undefined ? [] : [[name, at]];
        }),
      );
      return names.toSorted((a, b) => (lastServed.get(a) ?? 0) - (lastServed.get(b) ?? 0));
    },
    served: (name) => void lastServed.set(name, ++serial),
  };
}

/**
 * Takes up to `limit` items, one of each group in turn; `takeFrom` returns undefined for an empty
 * group. `absent` groups are skipped.
 */
export function* takeRoundRobin<Thing>(
  groups: readonly string[],
  limit: number,
  rotation: ReturnType<typeof createRotation>,
  takeFrom: (group: string) => Steps<Thing | undefined>,
  absent: readonly string[] = [],
): Steps<Thing[]> {
  const taken: Thing[] = [];
  let waiting = rotation.order(groups, absent);
  while (waiting.length > 0 && taken.length < limit) {
    const served: string[] = [];
    for (const group of waiting) {
      if (taken.length === limit) break;
      const thing = yield* takeFrom(group);
      if (thing === undefined) continue;
      taken.push(thing);
      rotation.served(group);
      served.push(group);
    }
    waiting = served;
  }
  return taken;
}

/**
 * Visits names in a cycle, each once, starting after `from`. `nextAfter('')` is the first; `visit`
 * returns true to stop.
 */
export function* cycleFrom(
  nextAfter: (name: string) => Steps<string | undefined>,
  start: string,
  visit: (name: string) => Steps<boolean>,
): Steps<void> {
  for (let name = yield* nextAfter(start); name !== undefined; name = yield* nextAfter(name)) {
    if (yield* visit(name)) return;
  }
  for (
    let name = yield* nextAfter('');
    name !== undefined && name <= start;
    name = yield* nextAfter(name)
  ) {
    if (yield* visit(name)) return;
  }
}
