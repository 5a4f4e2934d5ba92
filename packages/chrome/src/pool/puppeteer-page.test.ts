import { homedir } from 'node:os';
import { createRenderer } from '@tintype/core';
import { createEgress } from '@tintype/egress';
import type { Page } from 'puppeteer-core';
import t from 'tap';
import { createChromeSource } from '../chrome-source.ts';
import { defaultCacheDir } from '../find/default-cache-dir.ts';

const { env, platform } = process;
const cacheDir = defaultCacheDir({ env, platform, uid: process.getuid?.(), homedir: homedir() });
const egress = createEgress();
const source = createChromeSource({ egress, env, homedir: homedir(), cacheDir, concurrency: 3 });

t.test('a hook can have a puppeteer page while others render', async (t) => {
  const titles: string[] = [];
  const renderer = createRenderer({
    source,
    plugins: [
      {
        name: 'puppeteer',
        hooks: {
          async pageReady(page, request) {
            if (request.delay === 0) return;
            const view = await page.puppeteer<Page>();
            t.equal(view, await page.puppeteer(), 'made once');
            await view.evaluate(`document.title = 'from puppeteer'`);
            await view.addStyleTag({ content: 'body { background: red }' });
          },
          async beforeCapture(page, request) {
            const title = await page.evaluate<string>('document.title');
            titles.push(title);
            if (request.delay === 0) return;
            const [red] = await page.evaluate<string[]>(
              '[getComputedStyle(document.body).backgroundColor]',
            );
            t.equal(red, 'rgb(255, 0, 0)');
          },
        },
      },
    ],
  });
  const html = '<!doctype html><title>plain</title>';
  const plain = () => renderer.render({ kind: 'screenshot', html });
  const seen = () => renderer.render({ kind: 'screenshot', html, delay: 0.1 });
  await Promise.all([plain(), seen(), plain(), seen(), plain(), plain()]);
  t.same(titles.sort(), ['from puppeteer', 'from puppeteer', 'plain', 'plain', 'plain', 'plain']);
  await plain();
  await renderer.stop();
  await egress.close();
});
