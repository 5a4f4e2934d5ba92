import { parseCaptures, RenderError, type ErrorCode } from '@tintype/contract';
import type { RenderResult } from '@tintype/core';
import { defaultPlans } from '@tintype/store';
import t from 'tap';
import { neverOpens, openPage, outcomeOf } from '../fixtures/job-context.ts';
import { createLab } from '../fixtures/lab.ts';
import type { Answer } from './submission.ts';

const webhook = { webhook_url: 'https://hooks.example/x' };
const failing = (code: ErrorCode) => ({
  renderer: { open: neverOpens, render: () => Promise.reject(new RenderError(code)) },
});

function outcomeIn({ answer }: Answer): string | undefined {
  return 'outcome' in answer ? Buffer.from(answer.outcome.result.body).toString() : undefined;
}

t.test('a result can be kept although it is answered at once', async (t) => {
  const lab = await createLab(t);
  const submission = lab.submission({}, { isKept: true });
  t.equal(outcomeIn(await lab.jobs.submit(submission)), 'rendered https://shots.example/');
  t.match(await lab.store.usage.used(lab.account.id), { used: 1, reserved: 0 });
  const request = await lab.store.requests.getFor(lab.account.id, submission.id);
  t.match(request, { status: 'succeeded', file: { extension: 'png' } });
  t.equal(await lab.files(), 1);
});

t.test('a file that is no render is kept within the storage of its account', async (t) => {
  const lab = await createLab(t, {
    plans: { ...defaultPlans, scale: { ...defaultPlans.scale, storedBytes: 10 } },
  });
  const file = { body: Buffer.alloc(12), extension: 'png', mediaType: 'image/png', ttlS: 60 };
  const kept = await lab.jobs.keepFile(lab.account, file);
  t.match(await lab.store.files.get(kept.name), { bytes: 12, accountId: lab.account.id });
  await t.rejects(lab.jobs.keepFile(lab.account, file), { code: 'account_storage_full' });
});

t.test('executes and charges a direct request, and stores nothing of it', async (t) => {
  const lab = await createLab(t);
  const submission = lab.submission();
  const answer = await lab.jobs.submit(submission);
  t.match(answer, { id: submission.id, isReplayed: false });
  t.equal(outcomeIn(answer), 'rendered https://shots.example/');
  t.match(await lab.store.usage.used(lab.account.id), { used: 1, reserved: 0 });
  t.equal(await lab.store.requests.get(submission.id), undefined);
  t.equal(await lab.files(), 0);
});

t.test('settles file, webhook and quota of a request with a webhook together', async (t) => {
  const lab = await createLab(t);
  const submission = lab.submission(webhook);
  t.ok(outcomeIn(await lab.jobs.submit(submission)));
  const kept = await lab.store.requests.get(submission.id);
  t.match(kept, { status: 'succeeded', baseUrl: 'https://shots.example' });
  const stored = await lab.store.files.get(kept?.file?.name ?? '');
  t.match(stored, { accountId: lab.account.id, extension: 'png' });
  const [delivery] = await lab.store.outbox.list({ limit: 10 });
  t.match(delivery, { requestId: submission.id, url: webhook.webhook_url, signed: true });
  t.match(await lab.store.usage.used(lab.account.id), { used: 1, reserved: 0 });
  t.same(lab.woken, { worker: 0, deliverer: 1 });
});

t.test('a failure has its webhook, unless nothing was taken on', async (t) => {
  for (const [code, isTold] of [
    ['dns_failed', true],
    ['cancelled', false],
    ['queue_full', false],
  ] as const) {
    const lab = await createLab(t, failing(code));
    const submission = lab.submission(webhook);
    await t.rejects(lab.jobs.submit(submission), { code });
    const kept = await lab.store.requests.get(submission.id);
    t.match(kept, isTold ? { status: 'failed', error: { code } } : undefined, code);
    t.equal((await lab.store.outbox.list({ limit: 10 })).length, isTold ? 1 : 0);
  }
});

t.test('what cannot be kept fails, counts nothing and leaves no file', async (t) => {
  const lab = await createLab(t);
  const { recordFinished } = lab.store.requests;
  lab.store.requests.recordFinished = async (request, end, delivery) => {
    if ('file' in end) throw new RenderError('storage_full');
    return recordFinished(request, end, delivery);
  };
  const submission = lab.submission(webhook);
  await t.rejects(lab.jobs.submit(submission), { code: 'storage_full' });
  t.match(await lab.store.usage.used(lab.account.id), { used: 0, reserved: 0 });
  t.equal(await lab.files(), 0);
});

t.test('a failure that cannot be kept is the answer all the same', async (t) => {
  const lab = await createLab(t, failing('dns_failed'));
  lab.store.requests.recordFinished = () => Promise.reject(new Error('the disk is gone'));
  const told: [unknown, string][] = [];
  const log = {
    warn() {},
    error: ({ err }: { err: unknown }, text: string) => told.push([err, text]),
  };
  await t.rejects(lab.jobs.submit(lab.submission(webhook, { log })), { code: 'dns_failed' });
  t.match(told, [[{ message: 'the disk is gone' }, 'a webhook could not be kept']]);
});

t.test('queues an async request, and wakes the worker', async (t) => {
  const lab = await createLab(t);
  const submission = lab.submission({ async: true, ...webhook });
  const { answer } = await lab.jobs.submit(submission);
  t.match(answer, { queued: { id: submission.id, status: 'queued' } });
  t.same(lab.rendered, []);
  t.same(lab.woken, { worker: 1, deliverer: 0 });
  t.match(await lab.store.usage.used(lab.account.id), { used: 0, reserved: 1 });
  const [claim] = await lab.store.requests.claim({ leaseMs: 60_000, limit: 1 });
  t.match(claim?.request, {
    kind: 'screenshot',
    parameters: { url: 'https://shots.example/', async: true },
    webhook: { url: webhook.webhook_url, signed: true },
  });
  t.notOk('webhook_url' in (claim?.request.parameters ?? {}), 'which lies apart');
});

t.test('a webhook that may not be sent is refused before anything else', async (t) => {
  const asked: string[] = [];
  const lab = await createLab(t, {
    async validateWebhookTarget({ href }, accountId) {
      asked.push(`${accountId} ${href}`);
      throw new RenderError('target_denied');
    },
  });
  for (const more of [{}, { async: true }]) {
    await t.rejects(lab.jobs.submit(lab.submission({ ...webhook, ...more })), {
      code: 'target_denied',
    });
  }
  t.same(asked, Array(2).fill(`${lab.account.id} ${webhook.webhook_url}`));
  t.same(lab.rendered, []);
});

t.test('without storage for what it would leave behind nothing is rendered', async (t) => {
  const lab = await createLab(t);
  lab.store.capacity.kept = async () => ({ waiting: 0, webhooks: 0, storedBytes: 2 ** 50 });
  await t.rejects(lab.jobs.submit(lab.submission(webhook)), { code: 'account_storage_full' });
  t.same(lab.rendered, []);
  await lab.jobs.submit(lab.submission());
  t.equal(lab.rendered.length, 1, 'what leaves nothing behind is');
});

t.test('the same key has the same answer, under the id of the first time', async (t) => {
  const lab = await createLab(t);
  const idempotencyKey = 'key-1';
  const first = lab.submission({}, { idempotencyKey });
  const answer = await lab.jobs.submit(first);
  const again = await lab.jobs.submit(lab.submission({}, { idempotencyKey }));
  t.match(again, { id: first.id, isReplayed: true });
  t.equal(outcomeIn(again), outcomeIn(answer));
  t.equal(lab.rendered.length, 1);
  t.match(await lab.store.usage.used(lab.account.id), { used: 1, reserved: 0 });
  const other = lab.submission({ full_page: true }, { idempotencyKey });
  await t.rejects(lab.jobs.submit(other), { code: 'idempotency_key_reused' });
});

t.test('the same key queues once', async (t) => {
  const lab = await createLab(t);
  const submit = () =>
    lab.jobs.submit(lab.submission({ async: true }, { idempotencyKey: 'key-2' }));
  const first = await submit();
  const again = await submit();
  t.match(again, { id: first.id, isReplayed: true, answer: { queued: { id: first.id } } });
  t.match(await lab.store.usage.used(lab.account.id), { reserved: 1 });
  lab.store.requests.getFor = async () => undefined;
  t.match(await submit(), { isReplayed: true, answer: { error: { code: 'not_found' } } });
});

t.test('an error that cost something is the answer to its key; another one frees it', async (t) => {
  for (const [code, isKept] of [
    ['timeout', true],
    ['dns_failed', false],
  ] as const) {
    let renders = 0;
    const lab = await createLab(t, {
      renderer: {
        open: neverOpens,
        render() {
          renders += 1;
          return Promise.reject(new RenderError(code));
        },
      },
    });
    const submit = () => lab.jobs.submit(lab.submission({}, { idempotencyKey: 'key-3' }));
    await t.rejects(submit(), { code });
    if (isKept) t.match(await submit(), { isReplayed: true, answer: { error: { code } } });
    else await t.rejects(submit(), { code });
    t.equal(renders, isKept ? 1 : 2, code);
  }
});

/** Pages of which everything can be captured but PDFs. */
const opening = () => {
  let opened = 0;
  const renderer = {
    render: () => Promise.reject(new Error('nothing may be rendered')),
    async open() {
      opened += 1;
      const capture = async ({ kind }: { kind: string }): Promise<RenderResult> => {
        if (kind === 'pdf') throw new RenderError('selector_not_found');
        const { result } = outcomeOf();
        return { ...result, kind, body: Buffer.from(kind), metadata: { title: 'One' } };
      };
      return openPage({ capture });
    },
  };
  return { renderer, opened: () => opened };
};

const capturesOf = (kinds: readonly string[], more = {}) => {
  const outputs = kinds.map((kind) => ({ kind, metadata_title: true }));
  const { page, outputs: list } = parseCaptures({
    url: 'https://shots.example/',
    ...more,
    outputs,
  }).request;
  return { request: page, outputs: list };
};

t.test('several files of one load are kept and counted with their request', async (t) => {
  const { renderer, opened } = opening();
  const lab = await createLab(t, { renderer });
  const kinds = ['screenshot', 'pdf', 'screencast', 'screencast'];
  const submission = lab.submission({}, { ...capturesOf(kinds), idempotencyKey: 'key-4' });
  const { answer } = await lab.jobs.submit(submission);
  t.match(answer, {
    finished: {
      id: submission.id,
      kind: 'captures',
      status: 'succeeded',
      url: 'https://shots.example/',
      outputs: [
        { name: 'screenshot.jpeg', kind: 'screenshot', file: { bytes: 10 } },
        { name: 'pdf.pdf', kind: 'pdf', error: { code: 'selector_not_found' } },
        { name: 'screencast.mp4', kind: 'screencast' },
        { name: 'screencast-2.mp4', kind: 'screencast' },
      ],
    },
  });
  t.match(await lab.store.usage.used(lab.account.id), { used: 2, reserved: 0 });
  const again = await lab.jobs.submit(
    lab.submission({}, { ...capturesOf(kinds), idempotencyKey: 'key-4' }),
  );
  t.match(again, { id: submission.id, isReplayed: true, answer });
  t.equal(opened(), 1);
  await t.rejects(
    lab.jobs.submit(
      lab.submission({}, { ...capturesOf(['pdf', 'scrape']), idempotencyKey: 'key-4' }),
    ),
    { code: 'idempotency_key_reused' },
  );
});

t.test('several files are kept with the answer to their key, in one step', async (t) => {
  const { renderer, opened } = opening();
  const lab = await createLab(t, { renderer });
  lab.store.idempotency.finish = () => Promise.reject(new Error('killed'));
  const submit = () =>
    lab.jobs.submit(
      lab.submission({}, { ...capturesOf(['screenshot', 'scrape']), idempotencyKey: 'key-5' }),
    );
  const { id } = await submit();
  t.match(await submit(), { id, isReplayed: true, answer: { finished: { id } } });
  t.equal(opened(), 1);
  t.match(await lab.store.usage.used(lab.account.id), { used: 1, reserved: 0 });
});

t.test('where none of them comes, that is the answer, and it can be looked up', async (t) => {
  const lab = await createLab(t, { renderer: opening().renderer });
  const submission = lab.submission({}, capturesOf(['pdf', 'pdf']));
  await t.rejects(lab.jobs.submit(submission), {
    code: 'selector_not_found',
    message: /^None of the outputs could be made\. No element/,
    details: [{ parameter: 'outputs[0]' }, { parameter: 'outputs[1]' }],
  });
  t.match(await lab.store.requests.get(submission.id), { status: 'failed', kind: 'captures' });
  t.match(await lab.store.usage.used(lab.account.id), { used: 1, reserved: 0 });
});

t.test('several files that are queued hold what they may count', async (t) => {
  const lab = await createLab(t, { renderer: opening().renderer });
  const wanted = capturesOf(['screencast', 'screencast'], { ...webhook, async: true });
  const { id, answer } = await lab.jobs.submit(lab.submission({}, wanted));
  t.match(answer, { queued: { id, kind: 'captures', status: 'queued' } });
  t.match(await lab.store.usage.used(lab.account.id), { used: 0, reserved: 2 });
  const [claim] = await lab.store.requests.claim({ leaseMs: 60_000, limit: 1, records: true });
  t.match(claim?.request.parameters, {
    url: 'https://shots.example/',
    outputs: [{ name: 'screencast.mp4' }, { name: 'screencast-2.mp4' }],
  });
});
