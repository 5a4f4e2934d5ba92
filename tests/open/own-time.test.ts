import { setTimeout as delay } from 'node:timers/promises';
import { closeWith, until } from '@tintype/testkit';
import type { Page } from 'puppeteer-core';
import t from 'tap';
import { createRenderer, defineKind, RenderError, type KindPlugin, type PageHandle } from 'tintype';

/** Its file is made on command; the effects of its capture on the page cannot always be undone. */
const held = defineKind({
  name: 'held',
  title: 'What is made when it is told',
  noun: 'held file',
  nouns: 'held files',
  files: { txt: 'text/plain' },
  parameters: {},
  needs: () => ({ medium: 'text' }),
});

const steps = {
  making: Promise.withResolvers<void>(),
  told: Promise.withResolvers<void>(),
  isUndone: true,
};

function reset(isUndone = true) {
  steps.making = Promise.withResolvers();
  steps.told = Promise.withResolvers();
  steps.isUndone = isUndone;
}

const plugin: KindPlugin<typeof held> = {
  name: 'held',
  kinds: [held],
  captures: {
    held: {
      async capture(page: PageHandle) {
        if (!steps.isUndone) page.onUndo(() => Promise.reject(new Error('lost')));
        const { deadline } = page;
        return async () => {
          deadline.activity = 'making what is held';
          steps.making.resolve();
          await steps.told.promise;
          return { body: Buffer.from('held') };
        };
      },
    },
  },
};

const renderer = closeWith(t, createRenderer({ plugins: [plugin], concurrency: 1, spares: 0 }));
const still = { kind: 'screenshot', format: 'png' } as const;
const small = { viewport_width: 60, viewport_height: 40 };
const stuck = `<script>addEventListener('beforeprint', () => { for (;;); })</script>`;

t.test('what ends the page is no end of a file that no longer needs it', async (t) => {
  const ends = {
    async cancelled() {
      const controller = new AbortController();
      const page = await renderer.open({ html: stuck, ...small });
      return {
        page,
        async end() {
          const refused = page.capture({ kind: 'pdf' }, { signal: controller.signal });
          setTimeout(() => controller.abort(), 300);
          await t.rejects(refused, { code: 'cancelled' });
        },
      };
    },
    async page_crashed() {
      const page = await renderer.open({ html: 'one', ...small });
      const hand = await page.puppeteer<Page>();
      return {
        page,
        async end() {
          const session = await hand.createCDPSession();
          void session.send('Page.crash').catch(() => {});
          await until(() => page.ended !== undefined);
        },
      };
    },
  };
  for (const [code, open] of Object.entries(ends)) {
    reset();
    const { page, end } = await open();
    const file = page.capture({ kind: 'held' });
    await steps.making.promise;
    await end();
    t.match(page.ended, { code });
    await t.rejects(page.capture(still), { code, message: /That closed the page/ });
    steps.told.resolve();
    t.equal(Buffer.from((await file).body).toString(), 'held', code);
    await page.close();
  }
  t.ok(await renderer.render({ ...still, html: 'next' }), 'the slot is free');
});

t.test('what was taken of a page that cannot be brought back is made', async (t) => {
  reset(false);
  await using page = await renderer.open({ html: 'one', ...small });
  const file = page.capture({ kind: 'held' });
  const next = page.capture(still);
  await t.rejects(next, { code: 'page_unresponsive' });
  steps.told.resolve();
  t.equal(Buffer.from((await file).body).toString(), 'held');
});

t.test('a file is made within the time of its own capture, whatever others do', async (t) => {
  reset();
  await using page = await renderer.open({ html: 'one', ...small, timeout: 1 });
  let isOver = false;
  const refused = t.rejects(page.capture({ kind: 'held' }), {
    code: 'timeout',
    message: 'The rendering did not finish within 1 s; it was making what is held.',
  });
  void refused.then(() => (isOver = true));
  await steps.making.promise;
  let captures = 0;
  for (; !isOver && captures < 500; captures += 1) {
    await page.capture(still);
    await delay(30);
  }
  t.ok(isOver, `after ${captures} captures`);
  await refused;
  t.equal(page.ended, undefined);
  t.ok(await page.capture(still), 'nobody has left the page in a state that nobody knows');
});

t.test('the caller that opened the page ends its captures', async (t) => {
  reset();
  const controller = new AbortController();
  await using page = await renderer.open({ html: 'one', ...small }, { signal: controller.signal });
  const file = page.capture({ kind: 'held' });
  await steps.making.promise;
  controller.abort(new RenderError('shutting_down'));
  await t.rejects(file, { code: 'shutting_down' });
});

t.test('one that is given up as its file is made leaves the page open', async (t) => {
  reset();
  const controller = new AbortController();
  await using page = await renderer.open({ html: 'one', ...small });
  const file = page.capture({ kind: 'held' }, { signal: controller.signal });
  await steps.making.promise;
  controller.abort();
  await t.rejects(file, { code: 'cancelled' });
  t.ok(await page.capture(still));
});
