import { setTimeout as delay } from 'node:timers/promises';
import { inDepth, readPixels, solidPage } from '@tintype/testkit';
import type { Page } from 'puppeteer-core';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const lab = await createLab(t);
const { renderer, server } = lab;
const still = { kind: 'screenshot', format: 'png' } as const;
const small = { viewport_width: 60, viewport_height: 40 };

t.test('what is done by hand is the state of the captures that follow', async (t) => {
  const red = server.page('/red', solidPage([255, 0, 0, 255]));
  const form = server.page(
    '/form',
    `<title>Form</title><input><button onclick="document.title = 'Hello ' + document.querySelector('input').value">go</button>
     <i>hidden</i><div style="height: 900px"></div>`,
  );
  await using page = await renderer.open({ url: form, ...small, hide_selectors: ['i'] });
  t.equal(page.url, form);
  const hand = await page.puppeteer<Page>();
  await hand.type('input', 'Ada');
  await hand.click('button');
  await hand.evaluate('scrollTo(0, 300)');
  const { metadata } = await page.capture({ ...still, full_page: true });
  t.equal(metadata.title, 'Hello Ada');
  t.equal(await hand.evaluate('scrollY'), 300, 'scrolled to where it was left');
  await hand.goto(red);
  t.equal(page.url, red);
  const { body, url } = await page.capture(still);
  t.equal(url, red);
  (await readPixels(body)).expectSolid([255, 0, 0, 255]);
  await hand.goto(form);
  const text = Buffer.from((await page.capture({ kind: 'scrape', format: 'md' })).body).toString();
  t.notMatch(text, 'hidden', 'what the page was opened without is hidden in the next document');
});

t.test('a page that goes elsewhere by itself is captured there', async (t) => {
  const there = server.page('/there', '<title>there</title>there');
  const here = server.page('/here', '<title>here</title>here');
  await using page = await renderer.open({ url: here, ...small });
  t.equal((await page.capture(still)).metadata.title, 'here');
  const hand = await page.puppeteer<Page>();
  await Promise.all([hand.waitForNavigation(), hand.evaluate(`location.href = '${there}'`)]);
  const { metadata, url } = await page.capture(still);
  t.equal(metadata.title, 'there');
  t.equal(url, there);
});

t.test('closes an unused page, and frees its slot', async (t) => {
  const page = await renderer.open({ html: 'one', ...small }, { keepFor: 0.05 });
  await delay(500);
  await t.rejects(page.capture(still), {
    code: 'invalid_request',
    message: 'The page was closed after being unused for 0.05 s (keepFor): open another one.',
  });
  await t.rejects(page.puppeteer(), { code: 'invalid_request' });
  await using other = await renderer.open({ html: 'two', ...small });
  t.ok(await renderer.render({ ...still, html: 'three' }), 'both slots are free');
  t.ok(await other.capture(still));
  for (const keepFor of [0, -1, NaN, 86_401, '5' as never]) {
    await t.rejects(renderer.open({ html: '' }, { keepFor }), RangeError);
  }
});

t.test('a page is in use while a capture runs, however long it takes', async (t) => {
  await using page = await renderer.open({ html: 'one', ...small }, { keepFor: 0.001 });
  const captures = [page.capture(still), page.capture({ kind: 'pdf' }), page.capture(still)];
  for (const { body } of await Promise.all(captures)) t.ok(body.length > 100);
});

t.test('close() waits for the capture that runs, and refuses those that wait', async (t) => {
  const page = await renderer.open({ html: 'one', ...small });
  const running = page.capture(still);
  const waiting = page.capture(still);
  const refused = t.rejects(waiting, { code: 'invalid_request', message: /closed/ });
  await delay(0);
  await page.close();
  t.ok((await running).body.length > 100);
  await refused;
  await page.close();
});

t.test('captures after the end of a page report its reason', async (t) => {
  const slow = `<script>addEventListener('beforeprint', () => { for (;;); })</script>`;
  const page = await renderer.open({ html: slow, ...small, timeout: 1 });
  await t.rejects(page.capture({ kind: 'pdf' }), { code: 'timeout' });
  await t.rejects(page.capture(still), {
    code: 'timeout',
    message: /within 1 s.* That closed the page: open another one\.$/,
  });
  const crashing = await renderer.open({ html: 'one', ...small });
  const hand = await crashing.puppeteer<Page>();
  const session = await hand.createCDPSession();
  await session.send('Page.crash').catch(() => {});
  await t.rejects(crashing.capture(still), { code: 'page_crashed' });
});

t.test('a capture can be cancelled', async (t) => {
  await using page = await renderer.open({ html: 'one', ...small });
  await t.rejects(page.capture(still, { signal: AbortSignal.abort() }), { code: 'cancelled' });
  t.ok(await page.capture(still), 'one that has not begun leaves the page open');
  const controller = new AbortController();
  const opening = renderer.open({ html: 'two', ...small }, { signal: controller.signal });
  await using other = await opening;
  controller.abort();
  await t.rejects(other.capture(still), { code: 'cancelled' });
});

t.test('a page without scripts hides elements without a warning', async (t) => {
  const html = '<p>shown</p><aside>hidden</aside><script>document.write("written")</script>';
  await using page = await renderer.open({ html, js_enabled: false, hide_selectors: ['aside'] });
  const full = await page.capture({ ...still, full_page: true });
  t.same(full.warnings, []);
  await page.capture({ kind: 'pdf', pdf_single_page: true });
  const { body } = await page.capture({ kind: 'scrape', format: 'md' });
  t.equal(Buffer.from(body).toString().trim(), 'shown');
});

t.test('a cache is not asked about an open page, and stop() closes it', async (t) => {
  const { cache } = await import('tintype');
  const own = await createLab(t, { use: [cache()] });
  const page = await own.renderer.open({ html: '<title>1</title>', ...small });
  const hand = await page.puppeteer<Page>();
  await page.capture({ ...still, cache: true });
  await hand.evaluate('document.title = 2');
  const { metadata, cache: told } = await page.capture({ ...still, cache: true });
  t.equal(metadata.title, '2');
  t.equal(told, undefined);
  const running = page.capture(still);
  await delay(0);
  await own.renderer.stop();
  t.ok(await running);
  await t.rejects(page.capture(still), { code: 'shutting_down' });
  await t.rejects(own.renderer.open({ html: 'two' }), { code: 'shutting_down' });
});

t.test('HTML of your own is loaded into a page that is kept', async (t) => {
  const page = (colour: string, more = '') =>
    `<title>${colour}</title><body style="background: ${colour}">${more}<aside>hidden</aside>`;
  const trusted = { trusted: true };
  await using kept = await renderer.open(
    { html: page('red'), ...small, hide_selectors: ['aside'] },
    trusted,
  );
  (await readPixels((await kept.capture(still)).body)).expectSolid([255, 0, 0, 255]);
  await kept.load(
    {
      html: page(
        'blue',
        '<img src="dot.svg" width="60" height="40" style="position: fixed; inset: 0">',
      ),
    },
    {
      assets: {
        'dot.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4"><rect width="6" height="4" fill="lime"/></svg>',
      },
    },
  );
  const { body, metadata } = await kept.capture(still);
  t.equal(metadata.title, 'blue');
  (await readPixels(body)).expectSolid([0, 255, 0, 255]);
  for (const [at, colour] of ['teal', 'navy', 'teal'].entries()) {
    if (at > 0 && !inDepth(t, 'more documents')) continue;
    await kept.load({ html: page(colour) });
    const made = await kept.capture(still);
    const rendered = await renderer.render({
      ...still,
      ...small,
      html: page(colour),
      hide_selectors: ['aside'],
    });
    t.equal(Buffer.compare(made.body, rendered.body), 0, colour);
    t.equal(made.metadata.title, colour);
  }
  await t.rejects(kept.load({ html: 7 as never }), { code: 'invalid_parameter' });
  t.ok(await kept.capture(still), 'what is refused changes nothing');
  await using other = await renderer.open({ html: 'one', ...small });
  await t.rejects(other.load({ html: 'two' }), { code: 'invalid_request', message: /trusted/ });
});

t.test('a kept page returns what a render of each document returns', async (t) => {
  const documents = {
    plain: '<h1>Plain</h1><p style="color: teal">text',
    animated: `<style>@keyframes a { to { margin-left: 50px } }
      i { display: block; width: 10px; height: 10px; background: red; animation: a 90000s steps(3) forwards }</style><i></i>`,
    'animated in SVG': `<svg width="60" height="40"><rect width="10" height="10"><animate attributeName="x" to="30" dur="90000000s" fill="freeze"/></rect></svg>`,
    'animated in a tree of its own': `<div></div><script>
      document.querySelector('div').attachShadow({ mode: 'open' }).innerHTML = '<b style="display: block; width: 9px; height: 9px; background: lime"></b>';
      document.querySelector('div').shadowRoot.firstChild.animate({ marginLeft: '40px' }, { duration: 9e10, fill: 'forwards' })</script>`,
    drawn: `<canvas width="60" height="40"></canvas><script>
      requestAnimationFrame(() => setTimeout(() => {
        const context = document.querySelector('canvas').getContext('2d');
        context.fillStyle = 'blue';
        context.fillRect(0, 0, 30, 40);
      }, 20))</script>`,
    clobbered: `<form id="tintypeCode" name="tintypeCode"><input name="count"></form><p>text`,
    image: '<img src="dot.svg" width="20" height="20">',
    tall: '<style>body { scroll-behavior: smooth }</style><div style="height: 900px; background: linear-gradient(red, blue)"></div><script>scrollTo(0, 300)</script>',
    scripted:
      '<script>globalThis.count = (globalThis.count ?? 0) + 1; document.write(count)</script>',
  };
  const assets = {
    'dot.svg':
      '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9" cx="9" cy="9" fill="red"/></svg>',
  };
  const captures = [still, { ...still, animations: 'pause', omit_background: true }] as const;
  /** In the default run the second way has those that it shows otherwise than the first. */
  const changing = new Set(['animated', 'animated in SVG', 'animated in a tree of its own']);
  await using kept = await renderer.open({ html: '<p>first', ...small }, { trusted: true });
  // Code that was called first is there from the beginning of the documents after that.
  for (const [round, capture] of captures.entries()) {
    for (const [name, html] of Object.entries(documents)) {
      if (round > 0 && !changing.has(name) && !inDepth(t, `${name} in another way`)) continue;
      await kept.load({ html }, { assets });
      const { body, metadata } = await kept.capture(capture);
      const again = await kept.capture(capture);
      const rendered = await renderer.render({ ...capture, ...small, html }, { assets });
      t.equal(Buffer.compare(body, rendered.body), 0, `${round} ${name}`);
      t.equal(Buffer.compare(again.body, rendered.body), 0, `${round} ${name}, again`);
      t.same(metadata, rendered.metadata);
    }
  }
});

t.test('a capture that does not follow at once waits for what has come meanwhile', async () => {
  await using kept = await renderer.open({ html: '<p>first', ...small }, { trusted: true });
  const late = (ms: number) => `<body style="background: red"><script>
    setTimeout(() => document.body.innerHTML = '<img src="dot.svg" style="position: fixed; inset: 0; width: 100%; height: 100%">', ${ms})</script>`;
  const slow = server.route('/slow.svg', async (_request, response) => {
    await delay(400);
    response.setHeader('content-type', 'image/svg+xml');
    response.end(
      '<svg xmlns="http://www.w3.org/2000/svg"><rect width="999" height="999" fill="lime"/></svg>',
    );
  });
  await kept.load({ html: late(200).replace('dot.svg', slow) });
  await delay(300);
  (await readPixels((await kept.capture(still)).body)).expectSolid([0, 255, 0, 255]);
});

t.test('a document that is loaded has nothing of those before it', async (t) => {
  const alerts = `<p>text<script>for (let n = 0; n < 15; n += 1) alert(n)</script>`;
  const denied = `<p>text<img src="http://10.0.0.1/x.png">`;
  await using kept = await renderer.open({ html: alerts, ...small }, { trusted: true });
  for (let n = 0; n < 3; n += 1) await kept.load({ html: alerts });
  await kept.load({ html: denied }, {});
  const refused = await kept.capture(still);
  t.match(refused.warnings, [/^1 request of the page to addresses that are not public/]);
  t.equal(refused.receipt.requests?.refused, 1);
  await kept.load({ html: `<p>text ${'x'.repeat(5000)}` });
  const plain = await kept.capture(still);
  t.same(plain.warnings, []);
  t.equal(plain.receipt.requests?.refused, 0);
  const bytes = async () => {
    await kept.load({ html: `<p>text ${'x'.repeat(5000)}` });
    return (await kept.capture(still)).receipt.bytes?.received ?? 0;
  };
  t.equal(await bytes(), await bytes());
});

t.test('HTML that cannot be brought into the state of the page ends it', async (t) => {
  const html = '<button id="go">go</button>';
  const asked = { html, ...small, click_selector: '#go', timeout: 4 };
  await using kept = await renderer.open(asked, { trusted: true });
  await kept.load({ html: `${html} again` });
  await t.rejects(kept.load({ html: 'nothing to click at' }), { code: 'selector_not_found' });
  await t.rejects(kept.capture(still), {
    code: 'selector_not_found',
    message: /That closed the page: open another one\.$/,
  });
});
