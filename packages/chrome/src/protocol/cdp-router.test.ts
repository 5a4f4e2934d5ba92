import { setImmediate as tick } from 'node:timers/promises';
import type { PageSession } from '@tintype/core';
import t from 'tap';
import { Binary, type CdpMessage } from './cdp-binary.ts';
import { routeMessages } from './cdp-router.ts';
import type { PageFault } from './guest-transports.ts';
import type { MessagePipe } from './message-pipe.ts';

/** A router on a pipe whose other end is the test. A page has session S, its frame F. */
function opened(closed = false) {
  const sent: CdpMessage[] = [];
  const faults: PageFault[] = [];
  const pipe: MessagePipe = {
    closed,
    send: (message) => void sent.push(message),
    onmessage: undefined,
    onlost: undefined,
    onclose: undefined,
    close: () => {},
  };
  const router = routeMessages(pipe, (fault) => void faults.push(fault));
  const say = (message: CdpMessage, bytes = 100) => pipe.onmessage?.(message, bytes);
  const attach = (sessionId: string, targetId: string, by?: string) =>
    say({
      method: 'Target.attachedToTarget',
      params: { sessionId, targetInfo: { targetId } },
      ...(by ? { sessionId: by } : {}),
    });
  attach('S', 'PAGE');
  attach('F', 'FRAME', 'S');
  attach('O', 'OTHER');
  const session = (id: string) => router.session(id) as PageSession;
  return { pipe, router, sent, faults, say, attach, session };
}

const page = { targetId: 'PAGE', browserContextId: 'CONTEXT', proxyServer: 'socks5://127.0.0.1:2' };
const image = Buffer.from('image');
const data = () => ({ data: new Binary(image) });

t.test('calls are answered, refused, and come as bytes or as base64', async (t) => {
  const { sent, say, session } = opened();
  const coming = session('S').send('Page.enable');
  t.match(sent[0], { sessionId: 'S', method: 'Page.enable', params: {} });
  say({ id: sent[0]?.id ?? 0, sessionId: 'S', result: { a: 1 } });
  t.same(await coming, { a: 1 });
  const refused = session('S').send('Page.reload');
  say({ id: sent[1]?.id ?? 0, error: { message: 'No.', data: 'Why' } });
  await t.rejects(refused, { message: 'Protocol error (Page.reload): No. Why' });
  const bytes = session('S').sendForBytes('Page.captureScreenshot', { format: 'png' });
  const text = session('S').send('Page.captureScreenshot', { format: 'png' });
  say({ id: sent[2]?.id ?? 0, sessionId: 'S', result: data() });
  say({ id: sent[3]?.id ?? 0, sessionId: 'S', result: data() });
  t.same(await bytes, { data: image });
  t.same(await text, { data: image.toString('base64') });
});

t.test('a session cannot answer the calls of another', async (t) => {
  const { sent, say, session } = opened();
  const coming = session('S').send('Page.enable');
  say({ id: sent[0]?.id ?? 0, sessionId: 'O', result: { forged: true } });
  say({ id: sent[0]?.id ?? 0, sessionId: 'S', result: {} });
  t.same(await coming, {});
});

t.test('events go to their session; what a listener throws costs the page', async (t) => {
  const { say, session, faults } = opened();
  const heard: string[] = [];
  const event = 'Page.frameNavigated';
  session('S').on(event, () => {
    throw new Error('no frame');
  });
  const second = () => void heard.push('S');
  session('S').on(event, second);
  session('O').on(event, () => void heard.push('O'));
  session('F').on(event, async () => {
    await tick();
    throw new Error('later');
  });
  say({ sessionId: 'S', method: event });
  session('S').off(event, second);
  say({ sessionId: 'S', method: event, params: {} });
  t.same(heard, ['S']);
  say({ sessionId: 'F', method: event, params: {} });
  await tick();
  await tick();
  t.match(faults, [
    { targetId: 'PAGE', what: 'page', reason: /Page.frameNavigated failed: no frame/ },
    { targetId: 'PAGE' },
    { targetId: 'PAGE', what: 'page', reason: /failed: later/ },
  ]);
});

t.test('a listener to images has them to itself, until it stops or the session ends', async (t) => {
  const { say, session } = opened();
  const seen: unknown[] = [];
  const others: unknown[] = [];
  const page = session('S');
  const frame = () => say({ sessionId: 'S', method: 'Page.screencastFrame', params: data() });
  page.on('Page.screencastFrame', (params) => void others.push(params));
  const stop = page.onScreencastFrame((params) => void seen.push(params));
  frame();
  t.same(seen, [{ data: image }]);
  t.same(others, []);
  stop();
  frame();
  t.same(others, [{ data: image.toString('base64') }]);
});

t.test('a session that ends takes its calls and its frames along', async (t) => {
  const { say, session, router } = opened();
  const [page, frame] = [session('S'), session('F')];
  const waiting = [page.send('Page.enable'), frame.send('Page.enable')];
  say({ method: 'Target.detachedFromTarget', params: { sessionId: 'O' }, sessionId: 'S' });
  t.ok(router.session('O'), 'the word of another session does not end one');
  say({ method: 'Target.detachedFromTarget', params: { sessionId: 'S' } });
  for (const call of waiting) await t.rejects(call, /Target closed/);
  await t.rejects(page.send('Page.enable'), /Session closed/);
  await t.rejects(frame.send('Page.enable'), /Session closed/);
  t.equal(router.session('F'), undefined);
});

t.test('the end of the pipe ends what waits', async (t) => {
  const { pipe, session, router } = opened();
  const waiting = session('S').send('Page.enable');
  let left = 0;
  router.guest('G', page).transport.onclose = () => void (left += 1);
  pipe.onclose?.();
  await t.rejects(waiting, /Connection closed/);
  t.equal(left, 1);
  await t.rejects(opened(true).router.root.send('Browser.getVersion'), /Connection closed/);
});

t.test('a message that is lost costs its call, or else its page', async (t) => {
  const { pipe, sent, session, faults } = opened();
  const coming = session('F').send('Runtime.evaluate', { expression: '1' });
  const lost = { bytes: 2e8, limit: 8e7 };
  pipe.onlost?.({ ...lost, head: { id: sent[0]?.id ?? 0 }, sessionId: 'F' });
  await t.rejects(coming, { code: 'page_too_large', message: /200 MB in one message.* 80 MB/ });
  t.same(faults, []);
  pipe.onlost?.({ ...lost, head: { method: 'Page.windowOpen' }, sessionId: 'F' });
  const targetInfo = { targetId: 'PAGE' };
  pipe.onlost?.({ ...lost, head: { params: { targetInfo } }, sessionId: undefined });
  pipe.onlost?.({ bytes: 1, head: {}, sessionId: 'S' });
  t.match(faults, [
    { targetId: 'PAGE', what: 'size' },
    { targetId: 'PAGE', what: 'size' },
    { targetId: 'PAGE', what: 'page', reason: /could not be read/ },
  ]);
});

t.test('reports a page with too many bytes of events, images and bindings aside', async (t) => {
  const { say, faults } = opened();
  for (const method of ['Page.screencastFrame', 'Runtime.bindingCalled']) {
    say({ sessionId: 'S', method, params: {} }, 9e8);
  }
  for (let n = 0; n < 9; n += 1) say({ sessionId: 'F', method: 'Page.frameNavigated' }, 28e6);
  t.same(faults, []);
  say({ sessionId: 'S', method: 'Page.frameNavigated' }, 28e6);
  t.match(faults, [{ targetId: 'PAGE', what: 'size', reason: /281 MB of events.* 256 MB/ }]);
});

t.test('a guest hears of its own sessions alone, under its own ids', async (t) => {
  const { router, sent, say, attach, session, faults } = opened();
  attach('G', 'BROWSER');
  const guest = router.guest('G', page).transport;
  const heard: CdpMessage[] = [];
  guest.onmessage = (text) => void heard.push(JSON.parse(text) as CdpMessage);
  guest.send(JSON.stringify({ id: 1, method: 'Target.getTargets' }));
  const [asked] = sent;
  t.match(asked, { sessionId: 'G', method: 'Target.getTargets' });
  say({ id: asked?.id ?? 0, sessionId: 'G', result: { targetInfos: [] } });
  attach('GP', 'PAGE', 'G');
  let own = 0;
  session('S').on('Page.loadEventFired', () => void (own += 1));
  say({ sessionId: 'GP', method: 'Page.loadEventFired', params: {} });
  t.match(heard, [
    { id: 1, result: { targetInfos: [] } },
    { method: 'Target.attachedToTarget', sessionId: undefined },
    { sessionId: 'GP', method: 'Page.loadEventFired' },
  ]);
  t.equal(own, 0);
  guest.onmessage = async () => {
    await tick();
    throw new Error('unknown');
  };
  let left = 0;
  guest.onclose = () => void (left += 1);
  say({ sessionId: 'GP', method: 'Page.loadEventFired', params: {} });
  await tick();
  await tick();
  t.equal(left, 1);
  t.match(faults, [{ targetId: 'PAGE', what: 'page', reason: /puppeteer failed.*unknown/ }]);
});

t.test('neither a session nor a guest loads a local file or a page of the browser', async (t) => {
  const { router, sent, session } = opened();
  const guest = router.guest('G', page).transport;
  const heard: CdpMessage[] = [];
  guest.onmessage = (text) => void heard.push(JSON.parse(text) as CdpMessage);
  for (const url of [
    'file:///etc/passwd',
    ' FiLe:/etc/passwd',
    'f\nile:///etc/passwd',
    'view-source:file:///etc/passwd',
    'filesystem:file:///temporary/a',
    'chrome://version',
    'about:version',
    'devtools://devtools/bundled/inspector.html',
    'javascript:1',
    'file://a b/c',
  ]) {
    for (const method of ['Page.navigate', 'Target.createTarget'] as const) {
      await t.rejects(session('S').send(method, { url }), /Cannot navigate to/, `${method} ${url}`);
      guest.send(JSON.stringify({ id: 1, method, params: { url } }));
      await tick();
      t.match(heard.pop(), { id: 1, error: { message: /Cannot navigate to/ } }, `guest: ${url}`);
    }
  }
  t.same(sent, []);
  for (const url of ['https://a.test/', 'about:blank', 'about:blank#a', 'data:,a', '']) {
    guest.send(JSON.stringify({ id: 1, method: 'Page.navigate', params: { url } }));
    t.match(sent.pop(), { method: 'Page.navigate', params: { url } });
  }
});

t.test('contexts of a guest have the proxy of its page, its pages the context', async (t) => {
  const { router, sent, say } = opened();
  const guest = router.guest('G', page);
  const ask = (method: string, params: object) =>
    guest.transport.send(JSON.stringify({ id: 1, method, params }));
  const free = { proxyServer: 'direct://', originsWithUniversalNetworkAccess: ['*'] };
  ask('Target.createBrowserContext', free);
  const context = sent.pop();
  t.same(context?.params, {
    disposeOnDetach: true,
    proxyServer: page.proxyServer,
    proxyBypassList: '<-loopback>',
  });
  say({ id: context?.id ?? 0, sessionId: 'G', result: { browserContextId: 'NEW' } });
  t.same([...guest.contexts], ['NEW']);
  t.match(sent.pop(), {
    method: 'Browser.setDownloadBehavior',
    params: { behavior: 'deny', browserContextId: 'NEW' },
  });
  ask('Target.createTarget', { url: 'about:blank', browserContextId: 'NEW' });
  t.match(sent.pop(), { params: { browserContextId: 'NEW' } });
  ask('Target.createTarget', { url: 'about:blank' });
  const created = sent.pop();
  t.match(created, { params: { browserContextId: 'CONTEXT' } });
  // `first` is unknown until that command, and the one before, are answered.
  say({ id: (created?.id ?? 0) - 1, sessionId: 'G', result: { targetId: 'first' } });
  const isOwn = guest.created('second');
  say({ id: created?.id ?? 0, sessionId: 'G', result: { targetId: 'second' } });
  t.equal(await isOwn, true);
  t.equal(await guest.created('popup'), false);
});
