import { randomUUID } from 'node:crypto';
import { until } from '@tintype/testkit';
import { openPostgresStore, type Changed, type Handoffs, type NewHandoff } from '@tintype/store';
import t, { type Test } from 'tap';
import { makeDataDir } from '../serve/run-service.ts';
import { inDatabase, newStoreDatabase, postgresFor } from './database.ts';

const server = await postgresFor(t);

const handoff = (more: Partial<NewHandoff> = {}): NewHandoff => ({
  id: randomUUID(),
  accountId: 'acme',
  records: false,
  needs: ['kind:screenshot'],
  content: 'what is wanted',
  ...more,
});
const knows = ['kind:screenshot', 'full_page'];
const any = { limit: 10, records: false, knows };

if (server !== undefined) {
  const openTwo = async (t: Test) => {
    const url = await newStoreDatabase(server);
    const dataDir = makeDataDir(t);
    const stores = [
      await openPostgresStore({ url, dataDir, connections: 4 }),
      await openPostgresStore({ url, dataDir, connections: 4 }),
    ] as const;
    t.teardown(() => Promise.all(stores.map((store) => store.close())));
    const [api, worker] = stores.map(({ handoffs }) => handoffs) as [Handoffs, Handoffs];
    return { url, stores, api, worker };
  };

  t.test('one process offers, another answers, and no other reads it', async (t) => {
    const { url, api, worker, stores } = await openTwo(t);
    const told: Changed[] = [];
    stores[0].onChange?.((what) => told.push(what));
    stores[1].onChange?.((what) => told.push(what));
    const one = handoff();
    await api.offer(one);
    t.same(await api.offered(), [{ id: one.id, state: 'waiting' }]);
    t.same(await worker.offered(), [], 'of its own alone');
    const [claim] = await worker.claim(any);
    t.match(claim, { id: one.id, accountId: 'acme', content: 'what is wanted', attempts: 1 });
    t.same(await worker.claim(any), [], 'it is given once');
    t.same(await api.offered(), [{ id: one.id, state: 'waiting' }], 'it has no slot yet');
    if (claim) for (const _ of [1, 2]) await worker.begin(claim);
    t.same(await api.offered(), [{ id: one.id, state: 'running' }]);
    t.equal(await api.take(one.id), undefined, 'there is no answer yet');
    t.same(await worker.wanted(), [{ id: one.id, token: claim?.token, attempts: 2 }]);
    t.ok(claim && (await worker.answer(claim, 'an answer')));
    t.ok(claim && (await worker.answer(claim, 'an answer')), 'whoever did not hear it asks again');
    const columns = await inDatabase(url, async (client) => {
      const { rows } = await client.query<{ text: string }>(
        `SELECT encode(content, 'escape') || encode(answer, 'escape') AS text FROM handoffs`,
      );
      return rows[0]?.text ?? '';
    });
    t.not(columns, '');
    t.notMatch(columns, /what is wanted|an answer/, 'both lie sealed');
    t.same(await api.offered(), [{ id: one.id, state: 'answered' }]);
    t.equal(await worker.take(one.id), undefined, 'the answer is for whoever offered it');
    t.equal(await api.take(one.id), 'an answer');
    t.same(await api.offered(), []);
    // A listener that starts now receives none of the earlier notifications.
    await until(async () => {
      const another = handoff();
      await api.offer(another);
      const [next] = await worker.claim(any);
      t.ok(next && (await worker.answer(next, 'another answer')));
      await api.take(another.id);
      return told.includes('handoffs') && told.includes('answers');
    });
  });

  t.test('only the newest claim answers, and none answers a withdrawn offer', async (t) => {
    const { api, worker } = await openTwo(t);
    const one = handoff();
    await api.offer(one);
    const [first] = await worker.claim(any);
    if (!first) throw new Error('It was offered.');
    await worker.begin(first);
    await worker.putBack(first);
    const [second] = await worker.claim(any);
    t.match(second, { id: one.id, attempts: 1 }, 'as if it had not been claimed');
    t.notOk(await worker.answer(first, 'too late'));
    await api.withdraw(one.id);
    t.same(await worker.wanted(), []);
    t.notOk(second && (await worker.answer(second, 'for nobody')));
  });

  t.test('accounts take turns, and have no more at once than they may', async (t) => {
    const { api, worker } = await openTwo(t);
    for (let count = 0; count < 4; count += 1) {
      await api.offer(handoff({ accountId: 'many', accountConcurrency: 3 }));
    }
    for (const accountId of ['few', 'one']) await api.offer(handoff({ accountId }));
    const names = async (limit: number) =>
      (await worker.claim({ ...any, limit })).map(({ accountId }) => accountId).toSorted();
    t.same(await names(3), ['few', 'many', 'one']);
    t.same(await names(10), ['many', 'many'], 'three of them run, which is all that may');
    const asked = await Promise.all([1, 2, 3, 4].map(() => worker.claim(any)));
    t.same(asked.flat(), []);
  });

  t.test('a part of the slots is of those that there are when one is claimed', async (t) => {
    const { api, worker } = await openTwo(t);
    for (let count = 0; count < 8; count += 1) {
      await api.offer(handoff({ accountId: 'many', accountPart: 1 / 4 }));
      await api.offer(handoff({ accountId: 'all', accountPart: 1, records: true }));
    }
    const count = async (records: boolean) => (await worker.claim({ ...any, records })).length;
    t.equal(await count(false), 1, 'there is no worker yet');
    await worker.serve(2);
    t.equal(await count(true), 1, 'one is left to others');
    await api.serve(6);
    t.equal(await count(false), 1, 'two of eight');
    t.equal(await count(true), 6, 'seven of eight');
    t.equal(await count(true), 0);
  });

  t.test('leaves an offer that has not waited to workers with a free slot', async (t) => {
    const { api, worker } = await openTwo(t);
    await api.offer(handoff());
    t.same(await worker.claim({ ...any, waitedMs: 60_000 }), []);
    await until(async () => (await worker.claim({ ...any, waitedMs: 30 })).length !== 0);
  });

  t.test('what a process does not know, it leaves to others', async (t) => {
    const { api, worker } = await openTwo(t);
    const plain = handoff();
    const newer = handoff({ needs: ['kind:screenshot', 'parameter_of_tomorrow'] });
    const foreign = handoff({ needs: ['kind:links'] });
    const recording = handoff({ records: true });
    for (const one of [newer, foreign, recording, plain]) await api.offer(one);
    const ids = async (wish: Parameters<Handoffs['claim']>[0]) =>
      (await worker.claim(wish)).map(({ id }) => id);
    t.same(await ids(any), [plain.id]);
    t.same(await ids({ ...any, records: true }), [recording.id]);
    t.same(await ids({ ...any, knows: [...knows, 'parameter_of_tomorrow'] }), [newer.id]);
    t.same(await ids({ ...any, knows: ['kind:links'] }), [foreign.id]);
  });

  t.test('what a process had to do with them ends with it', async (t) => {
    const { api, worker, stores, url } = await openTwo(t);
    await worker.serve(4);
    await api.serve(2);
    t.same(await api.capacity(), { workers: 2, slots: 6 });
    await worker.serve(0);
    t.same(await api.capacity(), { workers: 2, slots: 2 }, 'it has no browser now');
    await api.leave();
    t.same(await api.capacity(), { workers: 1, slots: 0 });
    await api.serve(2);
    const [made, own] = [handoff(), handoff()];
    await api.offer(made);
    const [claim] = await worker.claim(any);
    if (claim) await worker.begin(claim);
    await worker.offer(own);
    const held = handoff({ records: true });
    await api.offer(held);
    const isHeld = (await worker.claim({ ...any, records: true })).length === 1;
    t.ok(isHeld);
    await stores[1].close();
    t.match(
      await api.claim({ ...any, records: true }),
      [{ id: held.id, attempts: 1 }],
      'it never had a slot',
    );
    await api.withdraw(held.id);
    t.same(await api.offered(), [{ id: made.id, state: 'waiting' }], 'for somebody else to make');
    t.same(await api.capacity(), { workers: 1, slots: 2 });
    t.match(await api.claim(any), [{ id: made.id, attempts: 2 }]);
    const left = await inDatabase(url, (client) => client.query('SELECT id FROM handoffs'));
    t.same(left.rows, [{ id: made.id }], 'nobody waits for what the other one offered');
  });

  t.test('a crash of the database loses offers, and the offering process notices', async (t) => {
    const { api, url } = await openTwo(t);
    await api.offer(handoff());
    // What the recovery of the server does to tables that are not in its log.
    await inDatabase(url, (client) => client.query('TRUNCATE handoffs, workers'));
    t.same(await api.offered(), []);
  });
}
