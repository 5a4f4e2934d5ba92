import { RenderError } from '@tintype/contract';
import { defaultPlans } from '@tintype/store';
import t from 'tap';
import { contextOf, outcomeOf, requestOf } from '../../fixtures/job-context.ts';
import { createLab } from '../../fixtures/lab.ts';
import type { CapturedOutput } from '../capture-outputs.ts';
import { traced } from './traced.ts';

const wanted = requestOf({ keep_trace: true });

t.test('each request that asks for it has a trace of its own, and no other', async (t) => {
  const { store, account, files } = await createLab(t);
  const layer = traced({ store, plans: defaultPlans, now: Date.now });
  // What fails for one fails for all that share it, with one trace.
  const error = new RenderError('timeout').traced(Buffer.from('one trace'));
  const fail = (id: string, request = wanted) =>
    t.rejects(
      Promise.resolve(layer(request, contextOf({ account, id }), () => Promise.reject(error))),
      { code: 'timeout' },
    );
  for (const id of ['first', 'second']) await fail(id);
  await fail('third', requestOf());
  for (const id of ['first', 'second']) t.ok(await store.files.traceOf(account.id, id), id);
  t.equal(await store.files.traceOf(account.id, 'third'), undefined);
  for (let at = 0; at < 25; at += 1) await fail(`${at}`);
  t.equal(await store.files.traceOf(account.id, 'first'), undefined);
  t.equal(await files(), 20, 'the content goes with the row');
});

t.test('of several outputs one that failed is enough, and brief ones come unasked', async (t) => {
  const { store, account } = await createLab(t);
  const layer = traced({ store, plans: defaultPlans, now: Date.now, isUnasked: true });
  const error = new RenderError('timeout').traced(Buffer.from('one trace'));
  const outcome = outcomeOf();
  const outputs = [{ result: outcome.result }, { error }] as unknown as CapturedOutput[];
  const made = await layer(requestOf(), contextOf({ account, id: 'x' }), async () => ({
    ...outcome,
    outputs,
  }));
  t.equal(made.outputs, outputs);
  t.ok(await store.files.traceOf(account.id, 'x'));
});

t.test('those that come unasked have a bound for all accounts', async (t) => {
  const { store, account } = await createLab(t);
  const written: number[] = [];
  const fileBytes = {
    ...store.fileBytes,
    write: async (bytes: Uint8Array) => {
      written.push(bytes.byteLength);
      throw new Error('not written in a test');
    },
  };
  const parts = { store: { ...store, fileBytes }, plans: defaultPlans, now: () => 1 };
  const layer = traced({ ...parts, isUnasked: true });
  const error = new RenderError('timeout').traced(Buffer.alloc(60 * 1_048_576));
  const fail = async (request = requestOf()) => {
    const context = contextOf({ account, id: 'x' });
    await t.rejects(Promise.resolve(layer(request, context, () => Promise.reject(error))));
  };
  for (let at = 0; at < 18; at += 1) await fail();
  t.equal(written.length, 17, '1,020 of 1,024 MiB');
  await fail(wanted);
  t.equal(written.length, 18, 'what is asked for is kept');
});

t.test('nothing is written where there is no room', async (t) => {
  const { store, account, files } = await createLab(t);
  const full = { ...store.capacity, check: () => Promise.reject(new RenderError('storage_full')) };
  const layer = traced({ store: { ...store, capacity: full }, plans: defaultPlans, now: Date.now });
  const error = new RenderError('timeout').traced(Buffer.from('one trace'));
  const job = layer(wanted, contextOf({ account, id: 'x' }), () => Promise.reject(error));
  await t.rejects(Promise.resolve(job), { code: 'timeout' });
  t.equal(await files(), 0);
});
