import type { Test } from 'tap';

/** Accepts a comment: a test of tap. */
interface Commented {
  comment(text: string): unknown;
}

/** Begins the comment that says that a case was left out: `tests/runner/worker.ts` counts them. */
const LEFT = 'Left to npm run test:all:';

/**
 * Returns whether a case of an exhaustive sweep runs: with `npm run test:all` each of them does.
 * Otherwise it is reported and counted as left out, so call it only for cases that repeat what
 * another case of the default run shows: `cases.filter((one) => isCovering(one)
 *
 * inDepth(t))`.
 * @param what a name for the case
 */
export function inDepth(t: Commented, what = 'a case'): boolean {
  if (process.env['TINTYPE_TEST_ALL'] === '1') return true;
  t.comment(`${LEFT} ${what}`);
  return false;
}

/** A test of `t` that is such a case as a whole. */
export function testInDepth(
  t: Pick<Test, 'comment' | 'test'>,
  name: string,
  run: (t: Test) => unknown,
): PromiseLike<unknown> | undefined {
  return inDepth(t, name) ? t.test(name, run) : undefined;
}
