import type { Steps } from './database.ts';

/**
 * Visits names in a cycle, each at most once, starting behind one of them. All that has to be known
 * is which one comes next.
 *
 * @param nextAfter - the first name behind another one; '' comes before all
 * @param visit - gives true to end it there
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
