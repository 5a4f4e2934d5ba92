import { setTimeout as delay } from 'node:timers/promises';
import { builtInKinds, RenderError, type RenderRequest } from '@tintype/contract';
import type { RenderResult } from '@tintype/core';
import {
  createSqliteStore,
  defaultPlans,
  type FileBytes,
  type HandoffClaim,
  type Handoffs,
} from '@tintype/store';
import { makeFolder } from '@tintype/testkit/make-folder';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { contextOf, neverOpens, outcomeOf, requestOf } from '../fixtures/job-context.ts';
import { createLimiter } from '../limit/create-limiter.ts';
import { createHandoffWorker } from './create-handoff-worker.ts';
import type { HandoffWorkerOptions } from './handoff-worker-options.ts';
import { readAnswer } from './handoff-answer.ts';
import { writeHandoff } from './handoff-content.ts';

interface Row extends HandoffClaim {
  records: boolean;
  isClaimed: boolean;
  starts: number;
  answer?: string;
}

/** Handoffs of one process, as `tests/postgres/handoffs.test.ts` shows them of the database. */
function createTable() {
  const rows = new Map<string, Row>();
  const fails = new Map<keyof Handoffs, 'before' | 'after'>();
  const calls: string[] = [];
  const mine = ({ id, token }: Pick<HandoffClaim, 'id' | 'token'>) => {
    const row = rows.get(id);
    return row?.isClaimed && row.token === token ? row : undefined;
  };
  /** Does the work, and loses its answer, or does not even do it, where a test wants that. */
  const failing = async <Result>(name: keyof Handoffs, id: string, work: () => Result) => {
    calls.push(`${name} ${id}`);
    const when = fails.get(name);
    if (when === 'before') throw new Error('The database is away.');
    const result = work();
    if (when === 'after') throw new Error('The connection is lost.');
    return result;
  };
  const announced: number[] = [];
  const handoffs: Omit<Handoffs, 'offer' | 'offered' | 'take' | 'withdraw' | 'capacity'> = {
    claim: ({ limit, records, waitedMs = 0 }) =>
      failing('claim', '', () => {
        const until = Date.now() - waitedMs;
        const free = [...rows.values()].filter(
          (row) =>
            !row.isClaimed &&
            row.answer === undefined &&
            row.records === records &&
            row.offeredAt <= until,
        );
        return free.slice(0, limit).map((row) => {
          row.isClaimed = true;
          row.token += 1;
          return { ...row, attempts: row.starts + 1 };
        });
      }),
    begin: (claim) =>
      failing('begin', claim.id, () => {
        const row = mine(claim);
        if (row) row.starts = claim.attempts;
      }),
    wanted: () =>
      failing('wanted', '', () =>
        [...rows.values()]
          .filter(({ isClaimed }) => isClaimed)
          .map(({ id, token, starts }) => ({ id, token, attempts: starts + 1 })),
      ),
    answer: (claim, text) =>
      failing('answer', claim.id, () => {
        const row = rows.get(claim.id);
        if (row?.token === claim.token && row.answer !== undefined) return true;
        const own = mine(claim);
        if (!own) return false;
        own.answer = text;
        own.isClaimed = false;
        return true;
      }),
    putBack: (claim) =>
      failing('putBack', claim.id, () => {
        const row = mine(claim);
        if (!row) return;
        row.isClaimed = false;
        row.starts = claim.attempts - 1;
      }),
    serve: async (slots) => void announced.push(slots),
    leave: async () => {},
  };
  return { rows, fails, calls, announced, handoffs: handoffs as Handoffs };
}

interface Wishes extends Partial<HandoffWorkerOptions> {
  concurrency?: number;
  recordings?: number;
  files?: (files: FileBytes) => Partial<FileBytes>;
}

function createLab(t: Test, { concurrency = 2, recordings = 2, files, ...wishes }: Wishes = {}) {
  const { fileBytes, close } = createSqliteStore({ dataDir: makeFolder(t), now: Date.now });
  const table = createTable();
  const limiter = createLimiter({ concurrency, recordings, maxWaiting: 10 });
  const warnings: string[] = [];
  const renders: { request: RenderRequest; end(): void }[] = [];
  const render = async (request: RenderRequest, { signal }: { signal?: AbortSignal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<RenderResult>();
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    renders.push({ request, end: () => resolve(outcomeOf().result) });
    return promise;
  };
  const worker = createHandoffWorker({
    handoffs: table.handoffs,
    fileBytes: { ...fileBytes, ...files?.(fileBytes) },
    kinds: builtInKinds,
    renderer: { render, open: neverOpens },
    limiter,
    plans: defaultPlans,
    pollMs: 5,
    aheadAfterMs: 10,
    answerEveryMs: 5,
    now: Date.now,
    onWarning: (message) => void warnings.push(message),
    ...wishes,
  });
  t.teardown(() => close());
  t.teardown(() => worker.stop());
  const offer = (id: string, { records = false } = {}) => {
    const { account } = contextOf();
    const request = requestOf(records ? { kind: 'screencast' } : {});
    const limits = defaultPlans[account.plan];
    const content = writeHandoff({ account, request }, { kinds: builtInKinds, limits });
    const row = { id, accountId: 'one', token: 0, attempts: 0, content, records, starts: 0 };
    table.rows.set(id, { ...row, offeredAt: Date.now(), isClaimed: false });
    worker.wake();
  };
  /** Starts the worker, and waits until it renders the offer `a`. */
  const begin = async () => {
    worker.start();
    offer('a');
    await until(() => renders.length === 1);
  };
  const fileCount = async () => {
    const keys: string[] = [];
    for await (const key of fileBytes.olderThan(-1_000)) keys.push(key);
    return keys.length;
  };
  const answerOf = async (id: string) => {
    await until(() => table.rows.get(id)?.answer !== undefined);
    return readAnswer(table.rows.get(id)?.answer ?? '', undefined, fileBytes);
  };
  const claimed = () =>
    [...table.rows.values()].filter(({ isClaimed }) => isClaimed).map(({ id }) => id);
  return {
    ...table,
    worker,
    limiter,
    warnings,
    renders,
    offer,
    begin,
    fileCount,
    answerOf,
    claimed,
  };
}

t.test('what is offered is made and answered, and counted as started once', async (t) => {
  const { worker, renders, offer, answerOf, rows, fileCount } = createLab(t);
  worker.start();
  offer('a');
  await until(() => renders.length === 1 && rows.get('a')?.starts === 1);
  renders[0]?.end();
  t.match(await answerOf('a'), { outcome: { result: { kind: 'screenshot' } } });
  await until(() => worker.running === 0);
  t.equal(await fileCount(), 0, 'whoever read it removed its file');
});

t.test('reports a result that cannot be stored immediately, and claims nothing else', async (t) => {
  let isAway = true;
  const refuse = async () => {
    if (isAway) throw new RenderError('storage_failed');
  };
  const { renders, begin, offer, answerOf, claimed, warnings, rows } = createLab(t, {
    concurrency: 1,
    files: (files) => ({
      check: refuse,
      write: async (...args) => refuse().then(() => files.write(...args)),
    }),
  });
  await begin();
  renders[0]?.end();
  t.match(await answerOf('a'), { error: { code: 'storage_failed' } });
  offer('b');
  await until(() => warnings.some((text) => text.startsWith('Offered renders cannot be read')));
  t.same(claimed(), []);
  isAway = false;
  await until(() => renders.length === 2);
  renders[1]?.end();
  await until(() => rows.get('b')?.answer !== undefined);
});

t.test('an error is answered though its trace cannot be kept', async (t) => {
  const { worker, offer, answerOf } = createLab(t, {
    files: () => ({ write: () => Promise.reject(new Error('no room')) }),
    renderer: {
      render: () =>
        Promise.reject(
          new RenderError('page_crashed', 'It crashed.', { trace: new Uint8Array(3) }),
        ),
      open: neverOpens,
    },
  });
  worker.start();
  offer('a');
  t.match(await answerOf('a'), { error: { code: 'page_crashed', message: 'It crashed.' } });
});

t.test('an answer is written again until it is stored', async (t) => {
  const { worker, begin, renders, answerOf, fails, calls } = createLab(t);
  await begin();
  fails.set('answer', 'before');
  renders[0]?.end();
  await until(() => calls.filter((call) => call === 'answer a').length > 12);
  t.equal(worker.running, 1, 'it is not forgotten');
  fails.clear();
  t.match(await answerOf('a'), { outcome: { result: { kind: 'screenshot' } } });
});

t.test('an answer that was stored without a word keeps its files', async (t) => {
  const { worker, begin, renders, answerOf, fails, rows } = createLab(t);
  await begin();
  fails.set('answer', 'after');
  renders[0]?.end();
  await until(() => rows.get('a')?.answer !== undefined);
  fails.clear();
  await until(() => worker.running === 0);
  t.match(await answerOf('a'), { outcome: { result: { kind: 'screenshot' } } });
});

t.test('a stopping worker tries once more to write a response', async (t) => {
  const { worker, begin, renders, rows, fails, calls } = createLab(t, { answerEveryMs: 60_000 });
  await begin();
  fails.set('answer', 'before');
  renders[0]?.end();
  await until(() => calls.includes('answer a'));
  fails.clear();
  await worker.stop();
  t.ok(rows.get('a')?.answer);
  t.equal(calls.filter((call) => call === 'answer a').length, 2);
});

t.test('deletes the files of a response without a client', async (t) => {
  const { worker, begin, renders, rows, fileCount, calls } = createLab(t, { pollMs: 60_000 });
  await begin();
  // Its start is reported, and the next check is a minute later.
  await until(() => rows.get('a')?.starts === 1);
  await delay(20);
  rows.clear();
  renders[0]?.end();
  await until(() => worker.running === 0);
  t.ok(calls.includes('answer a'));
  t.equal(await fileCount(), 0);
});

t.test('a claim that comes again ends the old one, and is not ended with it', async (t) => {
  const { worker, begin, renders, rows, answerOf } = createLab(t);
  await begin();
  // The process was taken for dead.
  rows.get('a')!.isClaimed = false;
  worker.wake();
  await until(() => renders.length === 2 && worker.running === 1);
  await delay(20);
  t.equal(worker.running, 1);
  t.ok(rows.get('a')?.isClaimed);
  renders[1]?.end();
  t.match(await answerOf('a'), { outcome: { result: { kind: 'screenshot' } } });
});

t.test('puts a claim back that this process does not know', async (t) => {
  const { worker, renders, offer, fails, rows } = createLab(t);
  fails.set('claim', 'after');
  // Recordings are asked for first.
  offer('a', { records: true });
  worker.start();
  await until(() => rows.get('a')?.isClaimed === true);
  fails.clear();
  await until(() => renders.length === 1);
  renders[0]?.end();
  await until(() => rows.get('a')?.answer !== undefined);
  t.ok(rows.get('a')!.token > 1);
});

t.test('recordings are claimed for free recorders, others for free slots', async (t) => {
  const { worker, renders, offer, claimed } = createLab(t, {
    concurrency: 4,
    recordings: 1,
    aheadAfterMs: 60_000,
  });
  for (const id of ['film a', 'film b', 'film c']) offer(id, { records: true });
  worker.start();
  await until(() => renders.length === 1);
  await delay(30);
  t.same(claimed(), ['film a']);
  for (const id of ['a', 'b', 'c', 'd', 'e']) offer(id);
  await until(() => renders.length === 4);
  await delay(30);
  t.same(claimed(), ['film a', 'a', 'b', 'c']);
});

t.test('a busy worker holds one that waits, and gives it back for others', async (t) => {
  const { worker, limiter, renders, offer, claimed, calls, rows } = createLab(t, {
    concurrency: 1,
    putBackMs: 20,
  });
  const queued = Promise.withResolvers<void>();
  const busy = limiter.run(() => queued.promise, { priority: 'background' });
  worker.start();
  for (const id of ['a', 'b']) offer(id);
  await until(() => calls.includes('putBack a'));
  t.ok(claimed().length <= 1);
  t.equal(rows.get('a')?.starts, 0, 'it has not started');
  queued.resolve();
  await busy;
  await until(() => renders.length === 1);
  renders[0]?.end();
  await until(() => renders.length === 2);
  renders[1]?.end();
  await until(() => rows.get('b')?.answer !== undefined);
});

t.test('a stopping worker lets renders finish for a while, and puts back the rest', async (t) => {
  const { worker, renders, offer, rows } = createLab(t);
  worker.start();
  for (const id of ['a', 'b']) offer(id);
  await until(() => renders.length === 2);
  await until(() => [...rows.values()].every(({ starts }) => starts === 1));
  const stopped = worker.stop({ graceMs: 50 });
  renders[0]?.end();
  await stopped;
  const [first, second] = [...rows.values()];
  t.ok(first?.answer);
  t.match(second, { isClaimed: false, starts: 0 }, 'as if it had not been claimed');
  t.equal(second?.answer, undefined);
});

t.test('while no browser gives a page, what is offered is for workers that have one', async (t) => {
  let isAway = true;
  let looks = 0;
  const { worker, renders, offer, answerOf, claimed, announced, rows } = createLab(t, {
    mayRender: () => {
      looks += 1;
      return !isAway;
    },
  });
  worker.start();
  for (const id of ['a', 'film']) offer(id, { records: id === 'film' });
  rows.get('a')!.offeredAt -= 61_000;
  await delay(20);
  const before = looks;
  await until(() => looks > before + 3);
  t.same(claimed(), [], 'however long it waits');
  t.same(announced, [0], 'and nobody counts on this one');
  isAway = false;
  await until(() => renders.length === 2);
  for (const { end } of renders) end();
  t.match(await answerOf('a'), { outcome: { result: { kind: 'screenshot' } } });
  await until(() => rows.get('film')?.answer !== undefined);
  t.same(announced, [0, 2]);
});

t.test('puts back a render that no browser gave a page', async (t) => {
  let attempts = 0;
  const { worker, offer, answerOf, rows, calls, announced } = createLab(t, {
    putBackMs: 10,
    mayRender: () => true,
    renderer: {
      render: async () => {
        attempts += 1;
        if (attempts < 6) throw new RenderError('browser_unavailable');
        return outcomeOf().result;
      },
      open: neverOpens,
    },
  });
  worker.start();
  offer('a');
  t.match(await answerOf('a'), { outcome: { result: { kind: 'screenshot' } } });
  t.equal(calls.filter((call) => call === 'putBack a').length, 5);
  t.equal(rows.get('a')?.starts, 1);
  t.ok(announced.includes(0), 'others are asked meanwhile');
  attempts = 0;
  offer('old');
  rows.get('old')!.offeredAt -= 51_000;
  t.match(await answerOf('old'), { error: { code: 'browser_unavailable' } });
});

t.test('what ended its process three times is not started again', async (t) => {
  const { worker, renders, offer, rows, answerOf, warnings } = createLab(t);
  offer('a');
  rows.get('a')!.starts = 3;
  worker.start();
  t.match(await answerOf('a'), { error: { code: 'internal' } });
  t.same(warnings, ['A render for another process failed inside Tintype.']);
  t.equal(renders.length, 0);
});
