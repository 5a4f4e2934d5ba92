import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { Binary, type CdpMessage } from './cdp-binary.ts';
import type { MessagePipe } from './message-pipe.ts';
import { shareTransport } from './shared-transport.ts';

/** A pipe whose other end is the test. */
function ownPipe(closed = false) {
  const sent: CdpMessage[] = [];
  const pipe: MessagePipe = {
    closed,
    send: (message) => void sent.push(message),
    onmessage: undefined,
    onclose: undefined,
    close: () => {},
  };
  const shared = shareTransport(pipe);
  const heard: unknown[] = [];
  let ended = 0;
  shared.main.onmessage = (text) => void heard.push(JSON.parse(text));
  shared.main.onclose = () => void (ended += 1);
  return { pipe, shared, sent, heard, ended: () => ended };
}

const picture = Buffer.from('picture');

t.test('pictures come as bytes to who asked, and as base64 to the owner', async (t) => {
  const { pipe, shared, sent, heard } = ownPipe();
  const coming = shared.call('S', 'Page.captureScreenshot', { format: 'png' });
  const [asked] = sent;
  t.match(asked, { sessionId: 'S', method: 'Page.captureScreenshot', params: { format: 'png' } });
  pipe.onmessage?.({ id: asked?.id ?? 0, sessionId: 'S', result: { data: new Binary(picture) } });
  t.same(await coming, { data: picture });
  pipe.onmessage?.({ id: 1, sessionId: 'S', result: { data: new Binary(picture) } });
  t.same(heard, [{ id: 1, sessionId: 'S', result: { data: picture.toString('base64') } }]);
});

t.test('an answer that is an error', async (t) => {
  const { pipe, shared, sent } = ownPipe();
  const coming = shared.call('S', 'Page.captureScreenshot', {});
  pipe.onmessage?.({ id: sent[0]?.id ?? 0, error: { message: 'Unable to capture' } });
  await t.rejects(coming, {
    message: 'Protocol error (Page.captureScreenshot): Unable to capture',
  });
});

t.test('a listener has its event to itself, until it stops or the session ends', async (t) => {
  const { pipe, shared, heard } = ownPipe();
  const seen: unknown[] = [];
  const frame = (sessionId: string) =>
    pipe.onmessage?.({
      sessionId,
      method: 'Page.screencastFrame',
      params: { data: new Binary(picture) },
    });
  const stop = shared.listen('S', 'Page.screencastFrame', (params) => void seen.push(params));
  frame('S');
  t.same(seen, [{ data: picture }]);
  t.same(heard, []);
  frame('OTHER');
  t.equal(heard.length, 1, 'of its own session only');
  stop();
  frame('S');
  t.equal(heard.length, 2);
  shared.listen('S', 'Page.screencastFrame', (params) => void seen.push(params));
  const waiting = shared.call('S', 'HeadlessExperimental.beginFrame', {});
  pipe.onmessage?.({ method: 'Target.detachedFromTarget', params: { sessionId: 'S' } });
  await t.rejects(waiting, /Target closed/);
  frame('S');
  t.equal(seen.length, 1, 'nothing is kept of a session that has ended');
});

t.test('the end of the pipe ends what waits', async (t) => {
  const { pipe, shared, ended } = ownPipe();
  const waiting = shared.call('S', 'Page.captureScreenshot', {});
  pipe.onclose?.();
  await t.rejects(waiting, /Target closed/);
  t.equal(ended(), 1);
});

t.test('a pipe that ended before anybody listened', async (t) => {
  const { shared, ended } = ownPipe(true);
  await t.rejects(shared.call('S', 'Page.captureScreenshot', {}), /Target closed/);
  await turn();
  t.equal(ended(), 1, 'the owner is told');
});
