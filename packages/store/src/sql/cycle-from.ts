import type { Steps } from './database.ts';

/**
 * Visits names in a cycle, each at most once, starting after one of them. Requires only a function
 * for the next one.
 *
 * @param nextAfter - the first name after another one; '' comes before all
 * @param visit - returns true to end it there
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
