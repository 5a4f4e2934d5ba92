import type { RunReport } from '@tintype/scheduler';
import type { createLog } from '@tintype/server';

/**
 * Logs what became of the runs of tasks. One that was queued has a line of its own when it ends.
 */
export function logRuns(log: ReturnType<typeof createLog>): (report: RunReport) => void {
  return ({ taskId: task, accountId: account, api: operation, outcome, code, ...run }) => {
    const scheduledFor = new Date(run.scheduledFor).toISOString();
    const line = { task, account, operation, scheduledFor, requestId: run.requestId, code };
    const level = outcome === 'queued' ? 'debug' : outcome === 'refused' ? 'warn' : 'info';
    log[level](line, `a run of a task: ${outcome}${code === undefined ? '' : `, ${code}`}`);
  };
}
