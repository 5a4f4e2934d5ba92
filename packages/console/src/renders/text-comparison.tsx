import { useConsole } from '../context.ts';
import { DiffView } from '../shell/diff-view.tsx';
import { Pending } from '../shell/pending.tsx';
import { useLoaded } from '../use-loaded.ts';

/** Two texts of requests, which the service compares by lines. */
export function TextComparison({ before, after }: { before: string; after: string }) {
  const { api } = useConsole();
  const { value, error, reload } = useLoaded(
    async (signal) => {
      const path = `/v1/requests/${encodeURIComponent(after)}/comparison?with=${encodeURIComponent(before)}`;
      return (await api.send('GET', path, undefined, signal)).text();
    },
    [before, after],
  );
  if (value === undefined) return <Pending error={error} onRetry={reload} lines={4} />;
  return value === '' ? <p class="good">No differences.</p> : <DiffView diff={value} />;
}
