import { type NetworkFailure, syntheticHost } from '../../browser-source.ts';
import t from 'tap';
import { recordWork, type PageAnswers } from '../../fixtures/recording-page.ts';
import {
  navigate,
  refuseErrorPage,
  refuseStatus,
  setCookies,
  targetOf,
  watchDocument,
} from './navigate.ts';

const url = 'https://a.example/page';

function open(parameters: object = {}, answers: PageAnswers = {}) {
  const source = 'html' in parameters ? {} : { html: undefined, url };
  const work = recordWork({ ...source, ...parameters }, [], answers);
  t.teardown(() => work.context.deadline.dispose());
  const watch = watchDocument(work.page);
  const lifecycle = (loaderId: string, ...names: string[]) => {
    for (const name of names) work.emit('Page.lifecycleEvent', { frameId: 'F', loaderId, name });
  };
  const failures = work.page.lease.network.failures as NetworkFailure[];
  return { ...work, watch, lifecycle, failures };
}

/** Returns whether a promise has settled once everything that can run has run. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const done = () => void (settled = true);
  work.then(done, done);
  await new Promise((resolve) => setTimeout(resolve, 5));
  return settled;
}

t.test('follows a document by its own events', async (t) => {
  const { watch, lifecycle, emit } = open();
  const reached = watch.reached(['load', 'domcontentloaded']);
  emit('Page.lifecycleEvent', { frameId: 'other', loaderId: 'L0', name: 'commit' });
  t.equal(watch.loaderId, undefined, 'that of a frame is not');
  lifecycle('L1', 'load');
  t.equal(watch.loaderId, undefined, 'nor one whose beginning was not seen');
  lifecycle('L1', 'commit', 'DOMContentLoaded');
  t.equal(watch.loaderId, 'L1');
  t.notOk(await isSettled(reached));
  lifecycle('L1', 'load');
  await reached;
  await watch.reached(['load']);
});

t.test('another document starts from the beginning, and listeners are notified', async (t) => {
  const { watch, lifecycle } = open();
  lifecycle('L1', 'init', 'load');
  let left = 0;
  const end = watch.onLeft(() => (left += 1));
  lifecycle('L2', 'init');
  t.equal(left, 1);
  const reached = watch.reached(['load']);
  t.notOk(await isSettled(reached), 'what the first had reached does not count');
  lifecycle('L2', 'load');
  await reached;
  end();
  lifecycle('L3', 'init');
  t.equal(left, 1);
});

t.test('a navigation is pending until it commits or is aborted', async (t) => {
  const { watch, lifecycle, emit } = open();
  const start = (navigationType: string, frameId = 'F') =>
    emit('Page.frameStartedNavigating', { frameId, navigationType });
  start('sameDocument');
  start('differentDocument', 'other');
  t.notOk(watch.navigating);
  start('differentDocument');
  t.ok(watch.navigating);
  lifecycle('L1', 'commit');
  t.notOk(watch.navigating);
  start('reload');
  emit('Page.frameStoppedLoading', { frameId: 'other' });
  t.ok(watch.navigating);
  emit('Page.frameStoppedLoading', { frameId: 'F' });
  t.notOk(watch.navigating);
});

t.test('does not wait for a document truncated at its limit', async (t) => {
  const { watch, lifecycle, emit, failures } = open();
  lifecycle('L1', 'commit');
  const reached = watch.reached(['load']);
  failures.push({ kind: 'limit', host: 'a.example', port: 443, reason: 'a.example sent too much' });
  emit('Page.frameStoppedLoading', { frameId: 'F' });
  await t.rejects(reached, { code: 'response_too_large', message: 'a.example sent too much.' });
});

t.test('returns the target of a request', async (t) => {
  const { request, context } = open();
  t.match(targetOf(request, context), { url, origin: 'https://a.example', site: undefined });
  const raw = open({ html: '<p>' });
  t.match(targetOf(raw.request, raw.context), {
    url: `http://${syntheticHost}/`,
    origin: undefined,
    site: Function,
  });
  const based = open({ html: '<p>', base_url: url });
  t.match(targetOf(based.request, based.context), {
    url,
    origin: 'https://a.example',
    html: '<p>',
  });
  t.throws(() => targetOf(based.request, { ...based.context, assets: { a: 'b' } }), {
    code: 'invalid_request',
    message: /^assets and base_url cannot be given together/,
  });
});

t.test('sends cookies only to the host of the target', async (t) => {
  const sent: unknown[] = [];
  const keep = (params: Record<string, unknown>) => void sent.push(params['cookies']);
  const parameters = { cookies: ['a=1; b=2'], headers: ['Cookie: c=3'] };
  const work = open(parameters);
  Object.assign(work.page.lease.browser.session, {
    send: async (_method: string, params: Record<string, unknown>) => keep(params),
  });
  await setCookies(work.page, work.request, targetOf(work.request, work.context));
  t.match(sent, [
    [
      { name: 'a', value: '1', url, path: '/' },
      { name: 'b', value: '2', url, path: '/' },
      { name: 'c', value: '3', url, path: '/' },
    ],
  ]);
  const raw = open({ ...parameters, html: '<p>' });
  await setCookies(raw.page, raw.request, targetOf(raw.request, raw.context));
  t.equal(raw.sent('Storage.setCookies').length, 0, 'raw HTML has no host');
});

t.test('reports a cookie that the browser rejects under its parameter', async (t) => {
  const refuse = () => {
    throw new Error('Protocol error (Storage.setCookies): Invalid cookie fields');
  };
  const answers = { commands: { 'Storage.setCookies': refuse } };
  const work = open({ cookies: ['__Secure-a=1'] }, answers);
  await t.rejects(setCookies(work.page, work.request, targetOf(work.request, work.context)), {
    code: 'invalid_parameter',
    details: [{ parameter: 'cookies' }],
  });
});

t.test('reports the outcome of a navigation', async (t) => {
  const go = (answer: object, before?: (work: ReturnType<typeof open>) => void) => {
    const work = open({}, { commands: { 'Page.navigate': () => answer } });
    before?.(work);
    return navigate(work.page, work.request, targetOf(work.request, work.context), work.watch);
  };
  await t.rejects(go({ errorText: 'net::ERR_ABORTED', isDownload: true }), { code: 'download' });
  await t.rejects(go({ errorText: 'net::ERR_ABORTED' }), { code: 'navigation_failed' });
  await t.rejects(go({ errorText: 'net::ERR_CERT_DATE_INVALID' }), /ERR_CERT_DATE_INVALID/);
  await t.rejects(
    go({ errorText: 'net::ERR_SOCKS_CONNECTION_FAILED' }, ({ failures }) =>
      failures.push({
        kind: 'denied',
        host: 'a.example',
        port: 443,
        reason: 'a.example is private',
      }),
    ),
    { code: 'target_denied', message: /a\.example is private/ },
  );
  await go({ errorText: 'net::ERR_ABORTED' }, ({ lifecycle }) =>
    lifecycle('L2', 'commit', 'DOMContentLoaded', 'load'),
  );
  await go({}, ({ lifecycle }) => lifecycle('L1', 'commit', 'DOMContentLoaded', 'load'));
});

t.test("rejects Chromium's error page", async (t) => {
  const { page, watch, emit, failures } = open();
  t.doesNotThrow(() => refuseErrorPage(page, watch));
  const show = (unreachableUrl: string) =>
    emit('Page.frameNavigated', { frame: { id: 'F', unreachableUrl } });
  const failure = (host: string, port: number): NetworkFailure => ({
    kind: 'dns',
    host,
    port,
    reason: `${host}:${port} is not known`,
  });
  failures.push(failure('[::1]', 8080), failure('b.example', 443), failure('b.example', 80));
  show('https://b.example/x');
  t.throws(() => refuseErrorPage(page, watch), {
    code: 'dns_failed',
    message: 'b.example:443 is not known',
  });
  show('http://[::1]:8080/');
  t.throws(() => refuseErrorPage(page, watch), { message: '[::1]:8080 is not known' });
  show('https://c.example/');
  t.throws(() => refuseErrorPage(page, watch), { code: 'navigation_failed' });
});

t.test('rejects a status in fail_on_status', async (t) => {
  const { request } = open({ fail_on_status: '404,500-599' });
  for (const status of [404, 500, 599]) {
    t.throws(() => refuseStatus(request, status), { code: 'bad_status' }, String(status));
  }
  for (const status of [0, 200, 403, 499]) {
    t.doesNotThrow(() => refuseStatus(request, status), String(status));
  }
  t.doesNotThrow(() => refuseStatus(open().request, 500));
});
