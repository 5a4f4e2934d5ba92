import { createChromeSource } from '@tintype/chrome';
import type { Lease } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import t, { type Test } from 'tap';
import { browserOptions } from '../browser-options.ts';
import { createService } from './lab.ts';

// What a person sees who opens an answer of the service in a browser.

interface Answered {
  path: string;
  status: number;
  range: string | undefined;
}

const answered: Answered[] = [];
const service = await createService(t, {
  server: {
    parts: [
      (app) =>
        void app.addHook('onResponse', async ({ raw, headers }, { statusCode: status }) => {
          answered.push({
            path: (raw.url ?? '').split('?', 1)[0] ?? '',
            status,
            range: headers.range,
          });
        }),
    ],
  },
});
const { pages, address } = service;
const caller = await service.account();

const egress = createEgress({ allow: ['127.0.0.1'] });
const source = createChromeSource({ ...browserOptions(), egress, concurrency: 1, spares: 0 });
t.teardown(async () => {
  await source.stop();
  await egress.close();
});

/** Slowly from black to blue, whenever the recording begins. */
const colours = pages.page(
  '/colours',
  `<!doctype html><style>
    body { margin: 0; height: 100vh; animation: turn 6s linear forwards }
    @keyframes turn { from { background: rgb(0 0 0) } to { background: rgb(0 0 255) } }
  </style>`,
);
const linkTo = (kind: string, parameters: Record<string, string>) =>
  `${address}/v1/${kind}?${new URLSearchParams({ ...parameters, access_key: caller.accessKey })}`;
const video = (more: Record<string, string>) =>
  linkTo('screencast', {
    url: colours,
    format: 'webm',
    duration: '2',
    viewport_width: '160',
    viewport_height: '120',
    ...more,
  });

async function openTab(): Promise<Lease> {
  const lease = await source.acquire({ gpu: false, signal: AbortSignal.timeout(60_000) });
  await lease.session.send('Page.enable');
  return lease;
}

async function evaluate<T>({ session }: Lease, body: string): Promise<T> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(async () => { ${body} })()`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
  return result.value as T;
}

async function lead({ session }: Lease, url: string): Promise<void> {
  const loaded = new Promise((resolve) => session.on('Page.loadEventFired', resolve));
  await session.send('Page.navigate', { url });
  await loaded;
}

/**
 * Seeks in a video, and tells what it then shows: how blue it is, or the time where pixels are not
 * for this page.
 */
const seek = (whatIsShown: string) => `
  const video = document.querySelector('video');
  const until = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
  });
  if (video.readyState < 2) await until('loadeddata');
  video.pause();
  const at = async (second) => {
    const seeked = until('seeked');
    // On a busy machine the image comes after the event.
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = second;
    await seeked;
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 2000))]);
    ${whatIsShown}
  };
  return {
    late: await at(1.6),
    early: await at(0.4),
    durationS: video.duration,
    seekableS: video.seekable.end(0),
  };
`;
const blue = `
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context.drawImage(video, 0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data[2];
`;

function expectSeekable(test: Test, seen: Record<string, number>): void {
  const { late = 0, early = 255, durationS = 0, seekableS } = seen;
  test.ok(late - early > 25 && late - early < 80, `from ${early} to ${late}`);
  test.ok(Math.abs(durationS - 2) < 0.1, `${durationS} s`);
  test.equal(seekableS, durationS);
}

t.test('a video of the cache plays and seeks in a page of another origin', async (t) => {
  const tab = await openTab();
  const src = video({ cache: 'true' }).replaceAll('&', '&amp;');
  await lead(
    tab,
    pages.page('/player', `<!doctype html><video muted preload="auto" src="${src}">`),
  );
  const seen = await evaluate<object>(tab, seek('return video.currentTime;'));
  t.match(seen, { late: 1.6, early: 0.4 });
  tab.release();
  t.ok(answered.length >= 1);
  for (const { status } of answered) t.equal(status, 206);
  t.equal(service.executions.filter(({ cache }) => cache === 'MISS').length, 1);
  t.equal(await caller.used(), 1);
});

t.test('one who is led to a video that is not cached has it rendered once', async (t) => {
  answered.length = 0;
  const before = await caller.used();
  const rendered = pages.requests('/colours').length;
  const tab = await openTab();
  await lead(tab, video({}));
  expectSeekable(t, await evaluate(tab, seek(blue)));
  tab.release();
  t.equal(answered[0]?.range, undefined, 'first to see what it is');
  t.ok(
    answered.slice(1).some(({ status, range }) => status === 206 && range !== undefined),
    'then to play it',
  );
  t.equal(pages.requests('/colours').length - rendered, 1);
  t.equal((await caller.used()) - before, 1);
});

t.test('a video that is cached plays and seeks where one is led to it', async (t) => {
  const tab = await openTab();
  await lead(tab, video({ cache: 'true' }));
  expectSeekable(t, await evaluate(tab, seek(blue)));
  tab.release();
});

/** Asks for something of every kind that a page can. */
const greedy = `<!doctype html><meta charset="utf-8"><title>greedy</title>
  <link rel="stylesheet" href="/greedy/style.css"><link rel="icon" href="/greedy/icon.png">
  <style>@import '/greedy/import.css'; body { background: url(/greedy/background.png) }</style>
  <body><img src="/greedy/image.png"><iframe src="/greedy/frame.html"></iframe>
  <object data="/greedy/object.svg"></object><video poster="/greedy/poster.png"></video>
  <script src="/greedy/script.js"></script><script>fetch('/greedy/fetch')</script><p>its words`;

t.test('HTML of a result loads nothing and runs nothing, and its words are there', async (t) => {
  const origin = new URL(colours).origin;
  const url = pages.page(
    '/greedy',
    greedy.replaceAll('"/', `"${origin}/`).replaceAll('(/', `(${origin}/`),
  );
  const link = linkTo('scrape', { url, js_enabled: 'false', cache: 'true' });
  t.match(await (await fetch(link)).text(), /greedy\/image\.png/, 'rendered, and kept');

  const direct = await openTab();
  const before = pages.log.length;
  await lead(direct, url);
  direct.release();
  const control = pages.log.slice(before).filter(({ url: path }) => path.startsWith('/greedy/'));
  t.ok(control.length >= 6, `the page itself asks for ${control.length} things`);

  const tab = await openTab();
  const logged = pages.log.length;
  await lead(tab, link);
  t.match(await evaluate<string>(tab, 'return document.body.innerText'), /its words/);
  t.equal(await evaluate(tab, 'return self.origin'), 'null', 'an origin of its own');
  t.same(pages.log.slice(logged), [], 'nothing is asked for');
  tab.release();
});
