import t, { type Test } from 'tap';
import { createMonitorLab } from '../fixtures/monitor-lab.ts';

/** A monitor that has checked these texts, and its service. */
async function createWatched(t: Test, texts: readonly (string | Error)[], watch: object = {}) {
  const lab = await createMonitorLab(t);
  lab.assessor.start();
  const id = await lab.monitor({ on: 'text', confirm: false, ...watch });
  const requests: string[] = [];
  const run = async (text: string | Error) => {
    requests.push(await lab.run(id, text));
    return (await lab.checks(id)).at(-1)?.outcome;
  };
  for (const text of texts) await run(text);
  const { monitors } = lab.tasks;
  const own = [lab.account.id, String(id)] as const;
  return { ...lab, id, own, monitors, requests, run };
}

t.test('the state of a monitor', async (t) => {
  const { monitors, own, requests, run } = await createWatched(t, []);
  const empty = { status: 'calibrating', variants: [], noise: [], failures: 0 };
  const { feed: _feed, ...state } = await monitors.get(...own);
  t.same(state, empty);
  await run('Now: 1:00');
  t.match(await monitors.get(...own), {
    status: 'calibrating',
    baseline: { request: requests[0] },
  });
  await run('Now: 1:01');
  t.match(await monitors.get(...own), {
    status: 'watching',
    baseline: { request: requests[1], text: /^https:\/\/t\.example\/v1\/files\// },
    noise: [{ text: String.raw`^Now: \d+:\d+$` }],
  });
  await run(new Error('Blank.'));
  t.match(await monitors.get(...own), { status: 'failing', failures: 1 });
});

t.test('pages of checks, newest first', async (t) => {
  const { monitors, own, requests } = await createWatched(t, ['A', 'A', 'B', 'B', 'C']);
  const { checks, next } = await monitors.checks(...own, { limit: 2 });
  t.match(checks, [
    { request: requests[4], outcome: 'changed', score: 1, text: { added: 1, removed: 1 } },
    { request: requests[3], outcome: 'same' },
  ]);
  const rest = await monitors.checks(...own, { limit: 3, ...(next && { cursor: next }) });
  t.same(
    rest.checks.map(({ request }) => request),
    requests.slice(0, 3).toReversed(),
  );
  t.equal(rest.next, undefined);
  await t.rejects(monitors.checks(...own, { cursor: 'x' }), { code: 'invalid_parameter' });
});

t.test('accepting a run as the baseline', async (t) => {
  const { monitors, own, requests, run } = await createWatched(t, ['A', 'A', 'B']);
  const accepted = await monitors.accept(...own, requests[1] ?? '', { as: 'baseline' });
  t.match(accepted, { baseline: { request: requests[1] }, variants: [] });
  t.equal(await run('A'), 'same');
  t.equal(await run('B'), 'changed');
});

t.test('accepting a reported change as a variant keeps both pages', async (t) => {
  const { monitors, own, requests, run } = await createWatched(t, ['A', 'A', 'B']);
  const accepted = await monitors.accept(...own, requests[2] ?? '', { as: 'variant' });
  t.match(accepted, { baseline: { request: requests[2] }, variants: [{ request: requests[1] }] });
  t.equal(await run('A'), 'variant');
  t.equal(await run('B'), 'same');
  t.equal(await run('C'), 'changed');
  t.equal(await run('A'), 'variant');
});

t.test('accepting a change that is not confirmed', async (t) => {
  const texts = ['A', 'A', 'B'];
  const { monitors, own, requests, run } = await createWatched(t, texts, { confirm: true });
  t.match(await monitors.get(...own), { status: 'confirming' });
  const accepted = await monitors.accept(...own, requests[2] ?? '', { as: 'variant' });
  t.match(accepted, { status: 'watching', variants: [{ request: requests[2] }] });
  t.equal(await run('B'), 'variant');
});

t.test('the oldest of six variants is dropped', async (t) => {
  const texts = ['A', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  const { monitors, own, requests } = await createWatched(t, texts);
  for (const request of requests.slice(2, 8)) {
    await monitors.accept(...own, request, { as: 'variant' });
  }
  const { variants } = await monitors.get(...own);
  t.same(
    variants.map(({ request }) => request),
    requests.slice(3, 8),
  );
});

t.test('noise, by hand', async (t) => {
  const { monitors, own, run } = await createWatched(t, ['A\nB1', 'A\nB1']);
  const noise = [
    { text: '^B\\d$' },
    { selector: '#ad', area: { x: 0, y: 0, width: 9, height: 9 } },
  ];
  t.match(await monitors.update(...own, { noise }), { noise });
  t.equal(await run('A\nB2'), 'same');
  t.match(await monitors.update(...own, { noise: [] }), { noise: [] });
  t.equal(await run('A\nB2'), 'changed');
});

t.test('a run of an earlier query is not accepted', async (t) => {
  const { monitors, own, requests, tasks } = await createWatched(t, ['A', 'A']);
  await tasks.update(...own, { query: 'url=https://other.example' });
  for (const as of ['baseline', 'variant']) {
    await t.rejects(monitors.accept(...own, requests[1] ?? '', { as }), {
      code: 'invalid_request',
      message: /no longer renders/,
    });
  }
  t.match(await monitors.get(...own), { status: 'calibrating', variants: [] });
});

t.test('a baseline that is accepted before the second load is calibrated', async (t) => {
  const { monitors, own, requests, run } = await createWatched(t, ['Now: 1:00']);
  const accepted = await monitors.accept(...own, requests[0] ?? '', { as: 'baseline' });
  t.equal(accepted.status, 'calibrating');
  t.equal(await run('Now: 1:01'), 'baseline');
  t.equal(await run('Now: 1:02'), 'same');
});

t.test('starting again', async (t) => {
  const { monitors, own, run } = await createWatched(t, ['A', 'A']);
  await monitors.restart(...own);
  t.match(await monitors.get(...own), { status: 'calibrating' });
  t.equal(await run('B'), 'calibrating');
  t.equal(await run('B'), 'baseline');
});

t.test('what is refused', async (t) => {
  const lab = await createWatched(t, ['A', 'A', new Error('Blank.')]);
  const { monitors, own, requests, account, tasks } = lab;
  const plain = String(await lab.everyMinute());
  const [good = '', , failed = ''] = requests;
  const refusals: [Promise<unknown>, string, RegExp][] = [
    [
      monitors.get(account.id, plain),
      'not_found',
      /^Task \d+ is not a monitor: it has no watch\.$/,
    ],
    [monitors.get('other', own[1]), 'not_found', /^Task \d+ not found\.$/],
    [monitors.accept(...own, plain, { as: 'baseline' }), 'not_found', /no check of this request/],
    [monitors.accept(...own, failed, { as: 'baseline' }), 'invalid_request', /^This run failed/],
    [
      monitors.accept(...own, good, {}),
      'missing_parameter',
      /^as is required: baseline or variant/,
    ],
    [
      monitors.accept(...own, good, { as: 'new' }),
      'invalid_parameter',
      /baseline or variant; got "new"/,
    ],
    [
      monitors.accept(...own, good, { as: 'variant', x: 1 }),
      'unknown_parameter',
      /Unknown field x/,
    ],
    [monitors.update(...own, { noise: [{}] }), 'invalid_parameter', /as item 1: it is empty/],
    [
      monitors.update(...own, { noise: [{ text: '(' }] }),
      'invalid_parameter',
      /Unterminated group/,
    ],
    [
      monitors.update(...own, {
        noise: Array.from({ length: 51 }, (_, at) => ({ text: `${at}` })),
      }),
      'invalid_parameter',
      /at most 50 of each type.*50 are left/,
    ],
    [tasks.update(account.id, own[1], { api: 'pdf' }), 'invalid_parameter', /watch needs the api/],
    [
      tasks.update(account.id, plain, { watch: { on: 'x' } }),
      'invalid_parameter',
      /watch\.on must/,
    ],
  ];
  for (const [refusal, code, message] of refusals) await t.rejects(refusal, { code, message });
  await lab.store.requests.remove(account.id, good);
  await lab.store.requests.remove(account.id, requests[1] ?? '');
  await t.rejects(monitors.accept(...own, good, { as: 'baseline' }), /no longer stored/);
});
