import { traceIdOf } from '@tintype/contract/headers';
import type { QueuedEnd } from '@tintype/jobs';
import type { Logger } from 'pino';

/** Logs one line per finished job of the queue, runs of tasks included. */
export function logEnds(log: Logger): (end: QueuedEnd) => void {
  return ({ request, outcome, page, durationMs }) => {
    const { id: requestId, accountId: account, kind: operation, taskId: task, attempts } = request;
    const line = {
      requestId,
      traceId: traceIdOf(request.traceparent),
      account,
      operation,
      page,
      task,
      attempts,
      ...(outcome === 'succeeded' ? {} : { code: outcome.code, status: outcome.status }),
      durationMs,
    };
    const text = outcome === 'succeeded' ? outcome : `failed: ${outcome.code}`;
    log[levelOf(outcome)](line, `${operation} ${text}`);
  };
}

/** Level of a response with that status. */
function levelOf(outcome: QueuedEnd['outcome']): 'info' | 'warn' | 'error' {
  if (outcome === 'succeeded' || outcome.status < 500) return 'info';
  return outcome.status === 500 ? 'error' : 'warn';
}
