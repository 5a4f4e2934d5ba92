import t from 'tap';
import { accountsConformance } from './accounts.ts';
import { batchesConformance } from './batches.ts';
import { boundsConformance } from './bounds.ts';
import { idempotencyConformance } from './idempotency.ts';
import { keepingConformance } from './keeping.ts';
import type { MakePlace } from './lab.ts';
import { listsConformance } from './lists.ts';
import { outboxConformance } from './outbox.ts';
import { removingConformance } from './removing.ts';
import { requestsConformance } from './requests.ts';
import { searchingConformance } from './searching.ts';
import { journalConformance, sessionsConformance } from './sessions.ts';
import { tasksConformance } from './tasks.ts';
import { usageConformance } from './usage.ts';

export { fileBytesConformance, type MakeFileBytes } from './file-bytes.ts';

/** What holds for every store, whatever database lies behind it. Calls `tap`: for tests. */
export function storeConformance(name: string, makePlace: MakePlace): void {
  t.test(`${name}: accounts`, (t) => accountsConformance(t, makePlace));
  t.test(`${name}: usage`, (t) => usageConformance(t, makePlace));
  t.test(`${name}: requests`, (t) => requestsConformance(t, makePlace));
  t.test(`${name}: removing requests`, (t) => removingConformance(t, makePlace));
  t.test(`${name}: searching requests`, (t) => searchingConformance(t, makePlace));
  t.test(`${name}: batches`, (t) => batchesConformance(t, makePlace));
  t.test(`${name}: outbox`, (t) => outboxConformance(t, makePlace));
  t.test(`${name}: tasks`, (t) => tasksConformance(t, makePlace));
  t.test(`${name}: lists`, (t) => listsConformance(t, makePlace));
  t.test(`${name}: keeping and sweeping`, (t) => keepingConformance(t, makePlace));
  t.test(`${name}: answers that are kept`, (t) => idempotencyConformance(t, makePlace));
  t.test(`${name}: sessions`, (t) => sessionsConformance(t, makePlace));
  t.test(`${name}: journal`, (t) => journalConformance(t, makePlace));
  t.test(`${name}: bounds of an account`, (t) => boundsConformance(t, makePlace));
}
