import type { Steps } from './database.ts';

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
