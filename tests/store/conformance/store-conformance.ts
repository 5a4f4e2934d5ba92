import t, { type Test } from 'tap';
import { accountsConformance } from './accounts.ts';
import { batchesConformance } from './batches.ts';
import { boundsConformance } from './bounds.ts';
import { idempotencyConformance } from './idempotency.ts';
import { keepingConformance } from './keeping.ts';
import type { MakePlace, Suite } from './lab.ts';
import { listsConformance } from './lists.ts';
import { monitorsConformance } from './monitors.ts';
import { outboxConformance } from './outbox.ts';
import { pageSessionsConformance } from './page-sessions.ts';
import { removingConformance } from './removing.ts';
import { requestsConformance } from './requests.ts';
import { searchingConformance } from './searching.ts';
import { journalConformance, sessionsConformance } from './sessions.ts';
import { tasksConformance } from './tasks.ts';
import { usageConformance } from './usage.ts';

/** Options of the suite. */
export interface SuiteOptions {
  /** Returns whether to run a case other than the first of its part. Default: all. */
  isWanted?(t: Test, name: string): boolean;
}

const parts = {
  accounts: accountsConformance,
  usage: usageConformance,
  requests: requestsConformance,
  'removing requests': removingConformance,
  'searching requests': searchingConformance,
  batches: batchesConformance,
  outbox: outboxConformance,
  tasks: tasksConformance,
  monitors: monitorsConformance,
  lists: listsConformance,
  'keeping and sweeping': keepingConformance,
  'answers that are kept': idempotencyConformance,
  sessions: sessionsConformance,
  'sessions of pages': pageSessionsConformance,
  journal: journalConformance,
  'bounds of an account': boundsConformance,
};

/** Conformance suite of a store on any database. Calls `tap`: for tests. */
export function storeConformance(
  name: string,
  makePlace: MakePlace,
  { isWanted = () => true }: SuiteOptions = {},
): void {
  for (const [part, run] of Object.entries(parts)) {
    t.test(`${name}: ${part}`, (t) => {
      let isFirst = true;
      const suite: Suite = {
        test(title, work) {
          const isChosen = isFirst || isWanted(t, title);
          isFirst = false;
          return isChosen ? t.test(title, work) : undefined;
        },
      };
      return run(suite, makePlace);
    });
  }
}
