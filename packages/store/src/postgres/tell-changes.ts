import type { Handoffs } from '../ports/requests/handoffs.ts';
import type { Changed, Store } from '../ports.ts';

type Ports = Pick<Store, 'requests' | 'batches' | 'outbox' | 'tasks' | 'monitors'> & {
  handoffs: Handoffs;
};

/** The same ports, which tell others when something can be claimed that could not before. */
export function notifyChanges<All extends Ports>(ports: All, tell: (what: Changed) => void): All {
  const after = async <Result>(work: Promise<Result>, ...changed: (Changed | undefined)[]) => {
    const result = await work;
    for (const what of changed) if (what) tell(what);
    return result;
  };
  const { requests, batches, outbox, tasks, monitors, handoffs } = ports;
  return {
    ...ports,
    requests: {
      ...requests,
      enqueue: (...args) => after(requests.enqueue(...args), 'requests'),
      putBack: (...args) => after(requests.putBack(...args), 'requests'),
      recordFinished: (...args) => after(requests.recordFinished(...args), args[2] && 'deliveries'),
      succeed: (...args) => after(requests.succeed(...args), args[2] && 'deliveries'),
      fail: (...args) => after(requests.fail(...args), args[2] && 'deliveries'),
    },
    batches: {
      ...batches,
      create: (...args) => after(batches.create(...args), 'requests'),
      finish: (...args) => after(batches.finish(...args), args[1] && 'deliveries'),
    },
    outbox: {
      ...outbox,
      retry: (id) => after(outbox.retry(id), 'deliveries'),
      retryFor: (...args) => after(outbox.retryFor(...args), 'deliveries'),
      putBack: (claim) => after(outbox.putBack(claim), 'deliveries'),
    },
    handoffs: {
      ...handoffs,
      offer: (handoff) => after(handoffs.offer(handoff), 'handoffs'),
      withdraw: (id) => after(handoffs.withdraw(id), 'handoffs'),
      answer: (claim, content) => after(handoffs.answer(claim, content), 'answers'),
      putBack: (claim) => after(handoffs.putBack(claim), 'handoffs'),
    },
    monitors: {
      ...monitors,
      finish: (claim, end) =>
        after(
          monitors.finish(claim, end),
          end.deliveries.length > 0 ? 'deliveries' : undefined,
          end.runsAgain ? 'tasks' : undefined,
        ),
    },
    tasks: {
      ...tasks,
      create: (...args) => after(tasks.create(...args), 'tasks'),
      update: (...args) => after(tasks.update(...args), 'tasks'),
      startRun: (run) =>
        after(tasks.startRun(run), 'requests', run.failure?.delivery && 'deliveries'),
    },
  };
}
