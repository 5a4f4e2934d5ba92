import { RenderError } from '@tintype/contract';
import t from 'tap';
import { contextOf, outcomeOf, requestOf } from '../../fixtures/job-context.ts';
import { createCharge } from '../create-charge.ts';
import type { Job } from '../job.ts';
import { kept } from './kept.ts';

/**
 * Runs the middleware around a job that has succeeded, and returns the calls for its reservation.
 */
async function settle(keep: Job['keep'], rendered = true): Promise<string[]> {
  const calls: string[] = [];
  const charge = createCharge({
    settle: async () => calls.push('settle') > 0,
    release: async () => calls.push('release') > 0,
  });
  const context = contextOf({ charge, ...(keep && { keep }) });
  const work = kept()(requestOf(), context, async () => {
    await charge.hold('r');
    if (!rendered) throw new RenderError('cancelled');
    return outcomeOf();
  });
  await work.catch((error: unknown) => calls.push((error as RenderError).code));
  return calls;
}

t.test('a job counts when it is kept', async (t) => {
  const order: unknown[] = [];
  const calls = await settle(async (_outcome, reservationId) => {
    order.push(reservationId);
  });
  t.same(order, ['r'], 'which may settle the reservation itself');
  t.same(calls, ['settle']);
  t.same(await settle(undefined), ['settle']);
});

t.test('what cannot be kept counts nothing', async (t) => {
  const full = () => Promise.reject(new RenderError('storage_full'));
  t.same(await settle(full), ['release', 'storage_full']);
});

t.test('what does not fit into the storage of the account counts', async (t) => {
  const full = () => Promise.reject(new RenderError('account_storage_full'));
  t.same(await settle(full), ['settle', 'account_storage_full']);
});

t.test('a render whose owner has left before it was kept counts', async (t) => {
  t.same(await settle(undefined, false), ['settle', 'cancelled']);
});
