import type { RequestState } from '@tintype/client';
import t from 'tap';
import { changedRuns } from './changed-runs.ts';

t.test('returns runs that differ from the previous one', (t) => {
  const run = (id: string) => ({ id, status: 'succeeded', api: 'pdf', created: 1 }) as RequestState;
  const hashes: Record<string, string> = { e: '2', d: '2', b: '2', a: '1', gone: '' };
  const runs = ['e', 'd', 'failed', 'gone', 'b', 'a'].map(run);
  t.same([...changedRuns(runs, ({ id }) => hashes[id])], ['b']);
  t.same([...changedRuns([], () => 'x')], []);
  t.end();
});
