import type { SlotFact } from '@tintype/scheduler';
import type { createLog } from '@tintype/server';

/** Logs what became of the slots of tasks. A run that began has a line of its own when it ends. */
export function logSlots(log: ReturnType<typeof createLog>): (fact: SlotFact) => void {
  return ({ taskId: task, accountId: account, api: operation, slot, outcome, requestId, code }) => {
    const line = { task, account, operation, slot: new Date(slot).toISOString(), requestId, code };
    const level = outcome === 'fired' ? 'debug' : outcome === 'refused' ? 'warn' : 'info';
    log[level](line, `a run of a task: ${outcome}${code === undefined ? '' : `, ${code}`}`);
  };
}
