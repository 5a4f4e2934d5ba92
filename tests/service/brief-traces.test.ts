import { headerTable } from '@tintype/contract/headers';
import { strFromU8, unzipSync } from 'fflate';
import { testInDepth, until } from '@tintype/testkit';
import t from 'tap';
import { createService, type Caller } from './lab.ts';

const service = await createService(t, { background: true, jobs: { briefTraces: true } });
const url = service.pages.page('/brief', '<title>Brief</title><h1>Brief</h1>');
const small = { viewport_width: 200, viewport_height: 100 };
const failing = { url, click_selector: '#none', timeout: 4, ...small };

async function traceOf(caller: Caller, id: string): Promise<Record<string, Uint8Array>> {
  const answer = await caller.get(`/v1/requests/${id}/trace`);
  const body = new Uint8Array(await answer.arrayBuffer());
  return answer.status === 200 ? unzipSync(body) : {};
}

const summaryOf = (files: Record<string, Uint8Array>) =>
  JSON.parse(strFromU8(files['trace.json'] ?? Buffer.from('{}'))) as object;

const idOf = (answer: Response) => answer.headers.get(headerTable.requestId.name) ?? '';

t.test('what fails keeps a brief trace, unasked', async (t) => {
  const caller = await service.account();
  const answer = await caller.post('/v1/screenshot', failing);
  t.match(await answer.json(), { code: 'selector_not_found' });
  const files = await traceOf(caller, idOf(answer));
  t.match(summaryOf(files), { isBrief: true, error: { code: 'selector_not_found' } });
  t.ok(files['frames/0001.jpeg']);
  const other = await service.account();
  t.same(Object.keys(await traceOf(other, idOf(answer))), [], 'nobody else gets it');
});

t.test('a step that fails after a capture step has one, of that time', async (t) => {
  const caller = await service.account();
  const steps = [{ capture: 'start' }, { click: '#none', timeout: 100 }, { capture: 'end' }];
  const answer = await caller.post('/v1/captures', { url, steps, ...small });
  await answer.arrayBuffer();
  t.equal(answer.status, 200, 'one file of two');
  const files = await traceOf(caller, idOf(answer));
  t.match(summaryOf(files), { isBrief: true, error: { code: 'step_failed' } });
  t.ok(files['frames/0001.jpeg']);
});

t.test('so does what runs out of time, and what is queued', async (t) => {
  const caller = await service.account();
  const never = service.pages.route('/never', () => {});
  const late = await caller.post('/v1/screenshot', { url: never, timeout: 1, ...small });
  t.match(await late.json(), { code: 'timeout' });
  t.match(summaryOf(await traceOf(caller, idOf(late))), { error: { code: 'timeout' } });
  const queued = await caller.post('/v1/screenshot', { ...failing, async: true });
  const { id } = (await queued.json()) as { id: string };
  await until(async () => 'trace.json' in (await traceOf(caller, id)));
});

t.test('keep_trace brings a whole one, and a success without it none', async (t) => {
  const caller = await service.account();
  const whole = await caller.post('/v1/screenshot', { ...failing, keep_trace: true });
  await whole.arrayBuffer();
  const summary = summaryOf(await traceOf(caller, idOf(whole)));
  t.match(summary, { error: { code: 'selector_not_found' } });
  t.notOk('isBrief' in summary);
  const good = await caller.post('/v1/screenshot', { url, ...small });
  t.equal(good.status, 200);
  await good.arrayBuffer();
  t.same(Object.keys(await traceOf(caller, idOf(good))), []);
});

testInDepth(t, 'captures have one of their page, and of the first output that fails', async (t) => {
  const caller = await service.account();
  const outputs = [
    { kind: 'scrape', format: 'md' },
    { kind: 'screenshot', selector: '#none' },
  ];
  for (const keep_trace of [false, true]) {
    const answer = await caller.post('/v1/captures', { url, outputs, keep_trace, ...small });
    await answer.arrayBuffer();
    t.equal(answer.status, 200, 'one file of two');
    const files = await traceOf(caller, idOf(answer));
    t.match(summaryOf(files), { kind: 'screenshot', error: { code: 'selector_not_found' } });
    t.equal('isBrief' in summaryOf(files), !keep_trace);
    const failed = await caller.post('/v1/captures', { ...failing, outputs, keep_trace });
    t.match(await failed.json(), { code: 'selector_not_found' });
    const opening = summaryOf(await traceOf(caller, idOf(failed)));
    t.match(opening, { error: { code: 'selector_not_found', stage: 'interact' } });
  }
});
