import type { Monitor, Task } from '@tintype/contract/wire';
import { createClient, type NewTask } from '@tintype/client';
import t from 'tap';
import { createService } from './lab.ts';

const service = await createService(t);
const { address } = service;

const monitor: NewTask = {
  name: 'Home',
  api: 'screenshot',
  query: 'url=https://example.com',
  frequency: 'every_day',
  watch: { on: 'any', ignore_selectors: ['.ad'] },
};

t.test('a monitor over HTTP', async (t) => {
  const { accessKey } = await service.account();
  const { tasks } = createClient({ baseUrl: address, accessKey });
  const { id, watch } = await tasks.create(monitor);
  t.match(watch, { on: 'any', threshold: 0, ignore_selectors: ['.ad'], confirm: true, keep: 100 });
  const empty: Monitor = { status: 'calibrating', variants: [], noise: [], failures: 0 };
  const read = async () => {
    const { feed, ...state } = await tasks.monitor(id);
    t.match(feed, /\.atom$/);
    return state;
  };
  t.same(await read(), empty);
  t.same(await tasks.checks(id), []);
  const returned: Task = await tasks.get(id);
  t.same(await tasks.update(id, { watch: returned.watch ?? null }), returned, 'as it was');
  t.match(await tasks.setNoise(id, [{ text: 'a' }]), { noise: [{ text: 'a' }] });
  await t.rejects(tasks.accept(id, 'x', 'baseline'), { code: 'not_found' });
  await tasks.restartMonitor(id);
  t.same(await read(), empty);
  t.notOk('watch' in (await tasks.update(id, { watch: null })));
  await t.rejects(tasks.monitor(id), { code: 'not_found', message: /is not a monitor/ });
});

t.test('only of the account, and by its plan', async (t) => {
  const { accessKey } = await service.account();
  const { id } = await createClient({ baseUrl: address, accessKey }).tasks.create(monitor);
  const [other, poor] = [await service.account(), await service.account({ plan: 'free' })];
  for (const path of [`/v1/tasks/${id}/monitor`, `/v1/tasks/${id}/checks`]) {
    t.equal((await other.get(path)).status, 404, path);
    t.equal((await poor.get(path)).status, 403, path);
    t.equal((await fetch(address + path)).status, 401, path);
  }
});

t.test('bodies that are wrong', async (t) => {
  const caller = await service.account();
  const bad: [watch: unknown, message: RegExp][] = [
    [{ on: 'selector' }, /watch needs a selector/],
    [{ ignore_text: ['['] }, /watch\.ignore_text must be .* as item 1/],
    ['any', /watch must be .*; got "any"/],
  ];
  for (const [watch, message] of bad) {
    const answer = await caller.post('/v1/tasks', { ...monitor, watch });
    t.equal(answer.status, 400);
    t.match(await answer.json(), { message, details: [{ parameter: /^watch/ }] });
  }
  const pdf = await caller.post('/v1/tasks', { ...monitor, api: 'pdf' });
  t.match(await pdf.json(), { message: 'watch needs the api screenshot or scrape; got pdf.' });
});
