import { randomUUID } from 'node:crypto';
import t from 'tap';
import { outcomeOf } from '../fixtures/job-context.ts';
import { createLab } from '../fixtures/lab.ts';
import { createReplays } from './create-replays.ts';
import { doOnce } from './do-once.ts';

const asked = (accountId: string) => ({ id: randomUUID(), accountId, idempotencyKey: 'key' });

t.test('without a key nothing is looked up', async (t) => {
  const { store } = await createLab(t);
  const replays = createReplays(store);
  const never = () => t.fail('a fingerprint was made') as never;
  t.equal(await replays.open({ id: 'a', accountId: 'one' }, never), undefined);
});

t.test('a repeated request waits for the one in progress', async (t) => {
  const { store, account } = await createLab(t);
  const replays = createReplays(store);
  const first = await replays.open(asked(account.id), () => 'a'.repeat(64));
  t.equal(first?.keeper?.isAwaited(), false);
  await t.rejects(
    replays.open(asked(account.id), () => 'a'.repeat(64)),
    { code: 'idempotency_in_progress', retryAfterS: 1 },
  );
  t.equal(first?.keeper?.isAwaited(), true);
  await t.rejects(
    replays.open(asked(account.id), () => 'b'.repeat(64)),
    { code: 'idempotency_key_reused' },
  );
  await first?.keeper?.forget();
  t.ok((await replays.open(asked(account.id), () => 'b'.repeat(64)))?.keeper, 'it begins anew');
});

t.test('a response whose content is gone is computed again', async (t) => {
  const { store, account } = await createLab(t);
  const replays = createReplays(store);
  const open = () => replays.open(asked(account.id), () => 'a'.repeat(64));
  const first = await open();
  await first?.keeper?.keep({ kind: 'result', id: 'a', outcome: outcomeOf() });
  t.equal((await open())?.past?.id, 'a');
  for await (const key of store.fileBytes.olderThan(-1000)) await store.fileBytes.removeKey(key);
  t.ok((await open())?.keeper);
});

t.test('an answer that cannot be kept frees its key', async (t) => {
  const { store, account } = await createLab(t);
  const told: string[] = [];
  const log = { warn: (_: object, text: string) => told.push(text), error() {} };
  store.idempotency.finish = () => Promise.reject(new Error('the disk is full'));
  const replays = createReplays(store);
  const open = () => replays.open({ ...asked(account.id), log }, () => 'a'.repeat(64));
  const first = await open();
  await first?.keeper?.keep({ kind: 'value', id: 'a', value: {} });
  t.same(told, ['an answer could not be kept for its Idempotency-Key']);
  t.ok((await open())?.keeper);
});

t.test('what is no render is done once', async (t) => {
  const { store, account } = await createLab(t);
  const replays = createReplays(store);
  let times = 0;
  const make = (parameters: object, fails = false) => {
    const request = { ...asked(account.id), operation: 'tasks', parameters };
    return doOnce(replays, request, async () => {
      if (fails) throw new Error('not now');
      times += 1;
      return { number: times };
    });
  };
  await t.rejects(make({ a: 1 }, true), { message: 'not now' }, 'nothing was made');
  const first = await make({ a: 1 });
  t.match(first, { value: { number: 1 }, isReplayed: false });
  t.match(await make({ a: 1 }), { id: first.id, value: { number: 1 }, isReplayed: true });
  await t.rejects(make({ a: 2 }), { code: 'idempotency_key_reused' });
  t.equal(times, 1);
});
