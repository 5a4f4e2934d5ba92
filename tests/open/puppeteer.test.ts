import { until } from '@tintype/testkit';
import type { Page } from 'puppeteer-core';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, renderer } = await createLab(t);

t.test('puppeteer reaches what the page may reach, and no local file', async (t) => {
  const first = server.page('/first', '<!doctype html><title>first</title>');
  const second = server.page('/second', '<!doctype html><title>second</title>');
  const denied = server.url('/second', '127.0.0.3');
  const file = import.meta.url;
  const toFile = server.redirect('/to-file', file);
  const open = await renderer.open({ url: first });
  const page = await open.puppeteer<Page>();

  for (const url of [file, `view-source:${file}`, 'chrome://version', toFile]) {
    await t.rejects(page.goto(url), url);
    const own = await page.browserContext().newPage();
    await t.rejects(own.goto(url), url);
    await own.close();
  }
  const session = await page.createCDPSession();
  await t.rejects(session.send('Page.navigate', { url: file }), /Cannot navigate to file:/);
  await t.rejects(session.send('Target.createTarget', { url: file }), /Cannot navigate to file:/);
  for (const start of ['about:blank', 'data:text/html,a', first]) {
    await page.goto(start);
    const tries = `(async () => {
      const href = ${JSON.stringify(file)};
      document.body.append(Object.assign(document.createElement('iframe'), { src: href }));
      window.open(href);
      location.href = href;
      await new Promise((resolve) => setTimeout(resolve, 100));
    })()`;
    await page.evaluate(tries).catch(() => {});
    for (const target of page.browser().targets()) t.notMatch(target.url(), /^file:/, start);
    for (const frame of page.frames()) t.notMatch(frame.url(), /^file:/, start);
    t.notMatch(await page.content(), /createLab/, start);
  }

  await page.goto(first);
  await page.evaluate(`document.cookie = 'a=1'`);
  const browser = page.browser();
  const sibling = await browser.newPage();
  await sibling.goto(second);
  t.equal(await sibling.evaluate('document.cookie'), 'a=1', 'a new page has the same context');
  const context = await browser.createBrowserContext({ proxyServer: 'direct://' });
  const other = await context.newPage();
  await other.goto(second);
  t.equal(await other.title(), 'second');
  t.equal(await other.evaluate('document.cookie'), '', 'a new context has none of the other');
  const before = server.log.length;
  for (const own of [page, sibling, other]) await t.rejects(own.goto(denied));
  t.equal(server.log.length, before, 'nothing reached a host that the policy denies');
  await t.rejects(other.goto(file), /Cannot navigate to file:/);
  await open.close();
  await until(() => !browser.connected);
  const next = await renderer.open({ html: '<p>' });
  const contexts = (await next.puppeteer<Page>()).browser().browserContexts();
  t.notOk(
    contexts.some(({ id }) => id === context.id),
    'a context that puppeteer created ends with the page',
  );
  await next.close();
});
