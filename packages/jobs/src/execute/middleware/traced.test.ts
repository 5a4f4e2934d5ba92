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

t.test('a successful job has the trace that it requested', async (t) => {
  const { store, account } = await createLab(t);
  const layer = traced({ store, plans: defaultPlans, now: Date.now });
  const outcome = outcomeOf();
  const succeed = (id: string, trace?: Buffer) =>
    layer(wanted, contextOf({ account, id }), async () => ({
      ...outcome,
      result: { ...outcome.result, ...(trace && { trace }) },
    }));
  await succeed('traced', Buffer.from('a trace'));
  await succeed('from the cache');
  t.ok(await store.files.traceOf(account.id, 'traced'));
  t.equal(await store.files.traceOf(account.id, 'from the cache'), undefined);

  const error = new RenderError('timeout').traced(Buffer.from('of a failure'));
  const failed = contextOf({ account, id: 'failed' });
  await t.rejects(Promise.resolve(layer(wanted, failed, () => Promise.reject(error))));
  for (let at = 0; at < 25; at += 1) await succeed(`${at}`, Buffer.from('a trace'));
  t.ok(await store.files.traceOf(account.id, 'failed'), 'successes replace no failure');
  t.equal(await store.files.traceOf(account.id, 'traced'), undefined);
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

t.test('those that come unasked have a bound for each account, and for all', async (t) => {
  const { store, account } = await createLab(t);
  const written: number[] = [];
  const trace = Buffer.alloc(30 * 1_048_576);
  const fileBytes = {
    ...store.fileBytes,
    write: async (bytes: Uint8Array) => {
      written.push(bytes.byteLength);
      return { name: `${written.length}`.padStart(64, '0'), sha256: '', bytes: 1 };
    },
    removeKey: async () => {},
  };
  const parts = { store: { ...store, fileBytes }, plans: defaultPlans, now: () => 1 };
  const layer = traced({ ...parts, isUnasked: true });
  const error = new RenderError('timeout').traced(trace);
  const fail = async (of: string, request = requestOf()) => {
    const context = contextOf({ account: { ...account, id: of }, id: 'x' });
    await t.rejects(Promise.resolve(layer(request, context, () => Promise.reject(error))));
  };
  for (let at = 0; at < 5; at += 1) await fail('one');
  t.equal(written.length, 4, '120 of 128 MiB');
  await fail('one', wanted);
  t.equal(written.length, 5, 'what is asked for is kept');
  for (let at = 0; at < 40; at += 1) await fail(`other ${at}`);
  t.equal(written.length, 35, '1,020 of 1,024 MiB, of which 120 were there');
});

t.test('what was not written is not counted', async (t) => {
  const { store, account } = await createLab(t);
  let tried = 0;
  const write = async () => {
    tried += 1;
    throw new Error('not written in a test');
  };
  const fileBytes = { ...store.fileBytes, write };
  const parts = { store: { ...store, fileBytes }, plans: defaultPlans, now: () => 1 };
  const layer = traced({ ...parts, isUnasked: true });
  const error = new RenderError('timeout').traced(Buffer.alloc(60 * 1_048_576));
  for (let at = 0; at < 9; at += 1) {
    const context = contextOf({ account, id: 'x' });
    await t.rejects(Promise.resolve(layer(requestOf(), context, () => Promise.reject(error))));
  }
  t.equal(tried, 9);
});

t.test('an answer does not wait for storage that hangs', async (t) => {
  const { store, account } = await createLab(t);
  let tried = 0;
  const write = () => {
    tried += 1;
    return new Promise<never>(() => {});
  };
  const fileBytes = { ...store.fileBytes, write };
  const layer = traced({ store: { ...store, fileBytes }, plans: defaultPlans, now: Date.now });
  const error = new RenderError('timeout').traced(Buffer.alloc(60 * 1_048_576));
  const fail = () =>
    t.rejects(
      Promise.resolve(layer(wanted, contextOf({ account, id: 'x' }), () => Promise.reject(error))),
      { code: 'timeout' },
    );
  await Promise.all([fail(), fail(), fail()]);
  t.equal(tried, 2, 'so many bytes wait, and no more');
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
