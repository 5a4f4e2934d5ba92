import { builtInKinds, RenderError } from '@tintype/contract';
import { createSqliteStore, defaultPlans, type Handoffs } from '@tintype/store';
import { makeFolder } from '@tintype/testkit/make-folder';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { contextOf, outcomeOf, requestOf } from '../fixtures/job-context.ts';
import { createHandoffClient } from './create-handoff-client.ts';
import { writeAnswer, type HandedEnd } from './handoff-answer.ts';
import { readHandoff } from './handoff-content.ts';

type Port = Pick<Handoffs, 'offer' | 'offered' | 'take' | 'withdraw' | 'capacity'>;

/**
 * Handoffs of one process: what `tests/postgres/handoffs.test.ts` shows of the database, without
 * it.
 */
function createLab(
  t: Test,
  wishes: {
    waitMs?: number;
    noBrowserWaitMs?: number;
    port?: (port: Port) => Partial<Port>;
    check?: () => Promise<void>;
  } = {},
) {
  const { port, check, ...more } = wishes;
  const { fileBytes, close } = createSqliteStore({ dataDir: makeFolder(t), now: Date.now });
  const rows = new Map<string, { content: string; answer?: string; isTaken?: true }>();
  const offers: string[] = [];
  const handoffs: Port = {
    async offer({ id, content }) {
      rows.set(id, { content });
      offers.push(id);
    },
    offered: async () =>
      [...rows].map(([id, { answer, isTaken }]) => {
        const waiting = isTaken ? ('running' as const) : ('waiting' as const);
        return { id, state: answer === undefined ? waiting : ('answered' as const) };
      }),
    async take(id) {
      const answer = rows.get(id)?.answer;
      if (answer !== undefined) rows.delete(id);
      return answer;
    },
    async withdraw(id) {
      rows.delete(id);
    },
    capacity: async () => ({ workers: 1, slots: 2 }),
  };
  const handoffClient = createHandoffClient({
    handoffs: { ...handoffs, ...port?.(handoffs) } as Handoffs,
    fileBytes: { ...fileBytes, ...(check && { check }) },
    plans: defaultPlans,
    kinds: builtInKinds,
    maxWaiting: 5,
    pollMs: 5,
    ...more,
  });
  handoffClient.start();
  t.teardown(() => handoffClient.stop());
  t.teardown(() => close());
  const offered = async (count = 1) => {
    await until(() => offers.length >= count);
    return offers[count - 1]!;
  };
  const answer = async (id: string, end: HandedEnd) => {
    const { text } = await writeAnswer(end, fileBytes);
    rows.get(id)!.answer = text;
  };
  const files = async () => {
    const keys: string[] = [];
    for await (const key of fileBytes.olderThan(-1_000)) keys.push(key);
    return keys.length;
  };
  return { handoffClient, rows, offered, answer, files };
}

t.test('a render comes back as it was made, and nothing of it stays', async (t) => {
  const { handoffClient, rows, offered, answer, files } = createLab(t);
  const assets = { 'a.css': Buffer.from('p { color: red }') };
  let waitedMs = 0;
  const context = contextOf({ assets, withElements: true, onSlot: (ms) => (waitedMs = ms) });
  const asked = handoffClient.run(requestOf({ full_page: true }), context);
  const id = await offered();
  const job = readHandoff(rows.get(id)?.content, {});
  t.match(job, {
    account: { id: 'one' },
    request: { kind: 'screenshot', full_page: true },
    withElements: true,
  });
  t.equal(job.assets?.['a.css']?.toString(), 'p { color: red }');
  const { result } = outcomeOf();
  const elements = { json: Buffer.from('{}'), scale: 2 };
  const outcomeThere = { result: { ...result, body: Buffer.from('bytes') }, elements };
  await answer(id, { outcome: outcomeThere, queueMs: 7 });
  handoffClient.wake();
  const outcome = await asked;
  t.match(outcome, { queueMs: 7, result: { kind: 'screenshot', mediaType: 'image/jpeg' } });
  t.equal(Buffer.from(outcome.result.body).toString(), 'bytes');
  t.same(outcome.elements, elements);
  t.equal(waitedMs, 7);
  t.equal(rows.size, 0);
  t.equal(await files(), 0);
});

t.test('an error comes back with what it costs, and with its trace', async (t) => {
  const { handoffClient, offered, answer, files } = createLab(t);
  const asked = handoffClient.run(requestOf(), contextOf());
  const trace = Buffer.from('a zip');
  const details = [{ parameter: 'selector', message: 'nothing' }];
  const error = new RenderError('selector_not_found', 'Not there.', {
    stage: 'capture',
    details,
    trace,
    heldMs: 9,
  });
  await answer(await offered(), { error, queueMs: 3 });
  handoffClient.wake();
  const failure: RenderError = (await asked.then(
    () => t.fail('it failed'),
    (reason: RenderError) => reason,
  )) as RenderError;
  t.match(failure, {
    code: 'selector_not_found',
    message: 'Not there.',
    stage: 'capture',
    details,
    heldMs: 9,
  });
  t.equal(failure.charged, error.charged);
  t.equal(Buffer.from(failure.trace ?? []).toString(), 'a zip');
  t.equal(await files(), 0);
});

t.test('rejects and withdraws a render that no worker claims in time', async (t) => {
  const { handoffClient, rows } = createLab(t, { waitMs: 20 });
  await t.rejects(handoffClient.run(requestOf(), contextOf()), {
    code: 'queue_full',
    message: 'No worker took the render within 0.02 s, and nothing was rendered.',
  });
  t.equal(rows.size, 0);
  t.match(handoffClient.depth, { running: 0, waiting: 0 });
});

t.test('without a browser in any worker a render fails earlier', async (t) => {
  const capacity = { workers: 2, slots: 0 };
  const port = () => ({ capacity: async () => capacity });
  const { handoffClient, rows } = createLab(t, { waitMs: 60_000, noBrowserWaitMs: 20, port });
  const ask = () => handoffClient.run(requestOf(), contextOf());
  await t.rejects(ask(), { code: 'browser_unavailable', message: /^No remote browser/ });
  t.equal(rows.size, 0);
  for (const other of [
    { workers: 0, slots: 0 },
    { workers: 2, slots: 1 },
  ]) {
    const lab = createLab(t, {
      waitMs: 40,
      noBrowserWaitMs: 20,
      port: () => ({ capacity: async () => other }),
    });
    await t.rejects(lab.handoffClient.run(requestOf(), contextOf()), { code: 'queue_full' });
  }
});

t.test('a running render may take longer than the wait', async (t) => {
  const { handoffClient, rows, offered, answer } = createLab(t, { waitMs: 60 });
  const asked = handoffClient.run(requestOf(), contextOf());
  const id = await offered();
  rows.get(id)!.isTaken = true;
  await until(() => handoffClient.depth.running !== 0);
  await new Promise((resolve) => setTimeout(resolve, 120));
  await answer(id, { outcome: outcomeOf(), queueMs: 0 });
  t.match(await asked, { queueMs: 0 });
});

t.test('reports the departure of a client, and withdraws its render', async (t) => {
  const { handoffClient, rows, offered } = createLab(t);
  const client = new AbortController();
  const asked = handoffClient.run(requestOf(), contextOf({ signal: client.signal }));
  await offered();
  client.abort(new RenderError('cancelled'));
  await t.rejects(asked, { code: 'cancelled' });
  t.equal(rows.size, 0);
});

t.test('what the database has lost is offered again, and not for ever', async (t) => {
  const { handoffClient, rows, offered, answer } = createLab(t);
  const asked = handoffClient.run(requestOf(), contextOf());
  rows.delete(await offered(1));
  const second = await offered(2);
  await answer(second, { outcome: outcomeOf(), queueMs: 0 });
  t.match(await asked, { result: { kind: 'screenshot' } });
  const lost = handoffClient.run(requestOf(), contextOf());
  for (let count = 3; count <= 7; count += 1) rows.delete(await offered(count));
  await t.rejects(lost, { code: 'storage_failed' });
});

t.test('an answer in a form of another version is never sent: it is offered again', async (t) => {
  const { handoffClient, rows, offered, answer } = createLab(t);
  const spoil = async (nth: number, change: (answer: Record<string, unknown>) => object) => {
    const id = await offered(nth);
    await answer(id, { outcome: outcomeOf(), queueMs: 0 });
    const row = rows.get(id)!;
    row.answer = JSON.stringify(change(JSON.parse(row.answer ?? '') as Record<string, unknown>));
    handoffClient.wake();
  };
  const older = (rest: Record<string, unknown>) => ({ ...rest, format: undefined });
  const newer = (rest: Record<string, unknown>) => ({ ...rest, format: 1_000 });
  const asked = handoffClient.run(requestOf(), contextOf());
  await spoil(1, older);
  await spoil(2, newer);
  await answer(await offered(3), { outcome: outcomeOf(), queueMs: 5 });
  handoffClient.wake();
  t.match(await asked, { queueMs: 5, result: { kind: 'screenshot' } });
  const other = handoffClient.run(requestOf(), contextOf());
  other.catch(() => {});
  for (const nth of [4, 5, 6, 7, 8]) await spoil(nth, newer);
  await t.rejects(other, { code: 'storage_failed', message: /in a form that is not known here/ });
});

t.test('nothing is offered while its result could not be kept', async (t) => {
  const { handoffClient, rows } = createLab(t, {
    check: () => Promise.reject(new RenderError('storage_failed')),
  });
  await t.rejects(handoffClient.run(requestOf(), contextOf()), { code: 'storage_failed' });
  t.equal(rows.size, 0);
});

t.test('an answer that cannot be taken once is taken later', async (t) => {
  let failures = 3;
  const { handoffClient, offered, answer } = createLab(t, {
    port: ({ take }) => ({
      async take(id) {
        if (failures-- > 0) throw new Error('The connection is lost.');
        return take(id);
      },
    }),
  });
  const asked = handoffClient.run(requestOf(), contextOf());
  await answer(await offered(), { outcome: outcomeOf(), queueMs: 0 });
  t.match(await asked, { result: { kind: 'screenshot' } });
});

t.test('withdraws renders without a client in the end', async (t) => {
  let failures = 2;
  const { handoffClient, rows, offered } = createLab(t, {
    port: ({ offer, withdraw }) => ({
      async offer(handoff) {
        await offer(handoff);
        throw new Error('The connection is lost.');
      },
      async withdraw(id) {
        if (failures-- > 0) throw new Error('The database is away.');
        await withdraw(id);
      },
    }),
  });
  const asked = handoffClient.run(requestOf(), contextOf());
  asked.catch(() => {});
  await offered();
  await t.rejects(asked);
  await until(() => rows.size === 0);
});
