import { createLog } from '@tintype/server';
import t from 'tap';
import { logSlots } from './log-slots.ts';

t.test('a run that never began leaves a line', async (t) => {
  const lines: object[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(JSON.parse(line)) });
  const tell = logSlots(log);
  const slot = Date.UTC(2026, 2, 5, 10, 1);
  const fact = { taskId: 7, accountId: 'a', api: 'pdf', slot } as const;
  tell({ ...fact, outcome: 'fired', requestId: 'r1' });
  tell({ ...fact, outcome: 'refused', requestId: 'r2', code: 'quota_exceeded' });
  tell({ ...fact, outcome: 'overlap' });
  t.match(lines, [
    {
      level: 'warn',
      task: 7,
      account: 'a',
      slot: '2026-03-05T10:01:00.000Z',
      requestId: 'r2',
      code: 'quota_exceeded',
      msg: 'a run of a task: refused, quota_exceeded',
    },
    { level: 'info', msg: 'a run of a task: overlap' },
  ]);
  t.equal(lines.length, 2);
});
