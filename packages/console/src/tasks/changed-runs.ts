import type { RequestState } from '@tintype/client';

/** Returns the runs whose file differs from that of the previous run with a file, newest first. */
export function changedRuns(
  runs: readonly RequestState[],
  hashOf: (run: RequestState) => string | undefined,
): ReadonlySet<string> {
  const known = runs.flatMap((run) => {
    const hash = hashOf(run);
    return hash === undefined || hash === '' ? [] : [{ id: run.id, hash }];
  });
  return new Set(
    known
      .filter(({ hash }, at) => {
        const before = known[at + 1];
        return before !== undefined && before.hash !== hash;
      })
      .map(({ id }) => id),
  );
}
