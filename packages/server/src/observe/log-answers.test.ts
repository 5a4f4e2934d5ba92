import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createLog } from './create-log.ts';
import { logEnds } from './log-answers.ts';

t.test('logs one line per finished job, with the host of the page', async (t) => {
  const lines: object[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(JSON.parse(line)) });
  const tell = logEnds(log);
  const traceId = 'ab'.repeat(16);
  const traceparent = `00-${traceId}-${'cd'.repeat(8)}-01`;
  const about = { accountId: 'a', kind: 'pdf', taskId: 7, attempts: 2 } as const;
  const request = { id: 'r1', ...about, traceparent };
  const end = { request, page: 'https://example.com', durationMs: 12 };
  tell({ ...end, outcome: 'succeeded' });
  tell({ ...end, outcome: new RenderError('dns_failed') });
  tell({ ...end, outcome: new RenderError('timeout') });
  tell({ ...end, outcome: new RenderError('internal') });
  const common = { requestId: 'r1', traceId, account: 'a', operation: 'pdf', task: 7, attempts: 2 };
  t.match(lines, [
    { ...common, level: 'info', page: 'https://example.com', msg: 'pdf succeeded' },
    { ...common, level: 'info', code: 'dns_failed', status: 422, msg: 'pdf failed: dns_failed' },
    { ...common, level: 'warn', code: 'timeout', status: 504 },
    { ...common, level: 'error', code: 'internal', status: 500 },
  ]);
});
