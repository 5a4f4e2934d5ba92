import { parseRequest, RenderError } from '@tintype/contract';
import type { RenderResult } from '@tintype/core';
import t from 'tap';
import { createSharing } from './create-sharing.ts';
import { resultOf } from '../fixtures/results.ts';

const { request } = parseRequest({ kind: 'screencast', url: 'https://example.com/' });
const { request: other } = parseRequest({ kind: 'screencast', url: 'https://example.com/other' });
const query = { scope: 'one', request, isPart: false };

function video(bytes = 10, mediaType = 'video/mp4'): RenderResult {
  return resultOf(new Uint8Array(bytes), { kind: 'screencast', mediaType, extension: 'mp4' });
}

t.test('equal requests under way are one, and each scope has its own', async (t) => {
  const sharing = createSharing();
  const { promise, resolve } = Promise.withResolvers<RenderResult>();
  let renders = 0;
  const produce = () => {
    renders += 1;
    return promise;
  };
  const asked = [query, query, { ...query, scope: 'two' }, { ...query, request: other }];
  const answers = asked.map((each) => sharing.through(each, produce));
  resolve(video());
  const got = await Promise.all(answers);
  t.equal(renders, 3);
  t.same(
    got.map(({ hit }) => hit),
    [false, true, false, false],
  );
  t.same(got[1]?.result.timings, [], 'nothing was rendered for the one who joined');
  t.equal(got[0]?.result.timings.length, 1);
  await sharing.through(query, produce);
  t.equal(renders, 4, 'what has ended is not given again');
});

t.test('a request with a trace shares only with others that request one', async (t) => {
  const sharing = createSharing();
  const [plain, traced] = [false, true].map(
    (keep_trace) => parseRequest({ kind: 'pdf', url: 'https://example.com/', keep_trace }).request,
  );
  if (!plain || !traced) throw new Error('nothing was read');
  const { promise, resolve } = Promise.withResolvers<RenderResult>();
  let renders = 0;
  const ask = (asked: typeof plain) =>
    sharing.through({ ...query, request: asked }, () => {
      renders += 1;
      return promise;
    });
  const all = [plain, plain, traced, traced].map(ask);
  resolve(video());
  t.same(
    (await Promise.all(all)).map(({ hit }) => hit),
    [false, true, false, true],
  );
  t.equal(renders, 2);
});

t.test('who goes away does not end it for the others, and the last one does', async (t) => {
  const sharing = createSharing();
  const signals: AbortSignal[] = [];
  const { promise, resolve } = Promise.withResolvers<RenderResult>();
  const produce = (signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  const [first, second] = [new AbortController(), new AbortController()];
  const gone = sharing.through({ ...query, signal: first.signal }, produce);
  const stays = sharing.through({ ...query, signal: second.signal }, produce);
  first.abort(new RenderError('cancelled'));
  await t.rejects(gone, { code: 'cancelled' });
  t.notOk(signals[0]?.aborted);
  resolve(video());
  t.equal((await stays).hit, true);

  const { promise: never } = Promise.withResolvers<RenderResult>();
  const alone = new AbortController();
  const last = sharing.through({ ...query, request: other, signal: alone.signal }, (signal) => {
    signals.push(signal);
    return never;
  });
  alone.abort(new RenderError('cancelled'));
  await t.rejects(last, { code: 'cancelled' });
  t.ok(signals[1]?.aborted);
});

t.test('a part is one of the video just made, within bounds', async (t) => {
  let nowMs = 1_000;
  const sharing = createSharing({ maxBytes: 100, now: () => nowMs });
  let renders = 0;
  const ask = (isPart: boolean, bytes = 10, mediaType = 'video/mp4', wanted = request) =>
    sharing.through({ ...query, request: wanted, isPart }, async () => {
      renders += 1;
      return video(bytes, mediaType);
    });
  t.match(await ask(true), { hit: false, isRecent: true });
  t.match(await ask(true), { hit: true, isRecent: true });
  t.match(await ask(false), { hit: false }, 'the whole is made anew');
  t.equal(renders, 2);
  nowMs += 59_000;
  t.match(await ask(true), { hit: true });
  nowMs += 1_001;
  t.match(await ask(true), { hit: false }, 'and so is a part, later');
  t.match(await ask(true, 101, 'video/mp4', other), { hit: false, isRecent: false }, 'too large');
  t.match(await ask(true, 101, 'video/mp4', other), { hit: false, isRecent: false });
  const image = await ask(false, 10, 'image/gif', other);
  t.notOk(image.isRecent, 'only players ask again');
});

t.test('videos just made are bounded together', async (t) => {
  const sharing = createSharing({ maxBytes: 100 });
  const ask = (path: number, isPart: boolean) => {
    const wanted = parseRequest({ kind: 'screencast', url: `https://example.com/${path}` }).request;
    return sharing.through({ ...query, request: wanted, isPart }, async () => video(30));
  };
  for (let path = 0; path < 10; path += 1) await ask(path, false);
  t.equal((await ask(9, true)).hit, true);
  t.equal((await ask(7, true)).hit, true);
  t.equal((await ask(6, true)).hit, false, 'the oldest has gone');
});

t.test('a failure goes to all who wait, and the next call gets another attempt', async (t) => {
  const sharing = createSharing();
  const failing = async () => {
    throw new RenderError('timeout');
  };
  const both = [query, query].map((each) => sharing.through(each, failing));
  for (const each of both) await t.rejects(each, { code: 'timeout' });
  t.notOk((await sharing.through(query, async () => video())).hit);
});
