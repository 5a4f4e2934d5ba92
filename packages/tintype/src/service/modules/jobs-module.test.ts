import { createLog } from '@tintype/server';
import t from 'tap';
import { logRuns } from './jobs-module.ts';

t.test('logs a run that never started', async (t) => {
  const lines: object[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(JSON.parse(line)) });
  const tell = logRuns(log);
  const scheduledFor = Date.UTC(2026, 2, 5, 10, 1);
  const run = { taskId: 7, accountId: 'a', kind: 'pdf', scheduledFor } as const;
  tell({ ...run, outcome: 'queued', requestId: 'r1' });
  tell({ ...run, outcome: 'refused', requestId: 'r2', code: 'quota_exceeded' });
  tell({ ...run, outcome: 'overlap' });
  t.match(lines, [
    {
      level: 'warn',
      task: 7,
      account: 'a',
      scheduledFor: '2026-03-05T10:01:00.000Z',
      requestId: 'r2',
      code: 'quota_exceeded',
      msg: 'a run of a task: refused, quota_exceeded',
    },
    { level: 'info', msg: 'a run of a task: overlap' },
  ]);
  t.equal(lines.length, 2);
});
