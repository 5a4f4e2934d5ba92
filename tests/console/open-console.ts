import axe from 'axe-core';
import { inDepth } from '@tintype/testkit';
import type { Page } from 'puppeteer-core';
import type { Test } from 'tap';
import { createRenderer } from 'tintype';
import { runService } from '../serve/run-service.ts';

type Owner = Pick<Test, 'teardown'>;

/** A tab, what was wrong in it, and whom it asked. */
interface RawTab {
  tab: Page;
  wrong: string[];
  asked: string[];
}

export type Tab = ReturnType<typeof control>;

/** A service of its own, and its console in a Chromium that Tintype itself drives. */
export async function openConsole(t: Owner) {
  const service = await runService(t, { args: ['--egress-allow', '127.0.0.1'] });
  const renderer = createRenderer({ egress: { allow: ['127.0.0.1'] }, concurrency: 2, spares: 0 });
  t.teardown(() => renderer.stop());

  const createTab = async (owner: Owner): Promise<RawTab> => {
    const page = await renderer.open({
      url: `${service.address}/health`,
      viewport_width: 1280,
      viewport_height: 700,
    });
    owner.teardown(() => page.close());
    const tab = await page.puppeteer<Page>();
    tab.setDefaultTimeout(30_000);
    // A pending element is animated, and painted again each time.
    await tab.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const wrong: string[] = [];
    const asked: string[] = [];
    tab.on('pageerror', (error) => wrong.push(String(error)));
    tab.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    tab.on('request', (request) => asked.push(request.url()));
    return { tab, wrong, asked };
  };

  const signIn = async ({ tab }: Pick<RawTab, 'tab'>): Promise<void> => {
    await tab.waitForSelector('#secret');
    await tab.type('#secret', service.accessKey);
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('nav');
  };

  /** A tab of the test's own that begins at the console. */
  const openTab = async (owner: Test, path = '/console'): Promise<Tab> => {
    const created = await createTab(owner);
    await created.tab.goto(`${service.address}${path}`);
    return control(owner, created);
  };

  let common: Promise<RawTab> | undefined;
  /**
   * A tab in which an account has signed in, for all tests that begin there: each goes to where it
   * begins.
   */
  const openAccount = async (owner: Test): Promise<Tab> => {
    const isFirst = common === undefined;
    const created = await (common ??= createTab(t));
    created.wrong.length = 0;
    created.asked.length = 0;
    const page = control(owner, created);
    if (isFirst) {
      await page.tab.goto(`${service.address}/console`);
      await signIn(page);
    }
    return page;
  };

  const render = async ({ tab }: Tab, kind: string, url: string, more = ''): Promise<void> => {
    const query = `kind=${kind}&url=${encodeURIComponent(url)}${more}`;
    await tab.goto(`${service.address}/console/playground?${query}`);
    await tab.waitForSelector('.request .primary');
    await tab.click('.request .primary');
    await tab.waitForSelector('.outcome .result, .outcome .problem', { timeout: 60_000 });
  };
  return { service, openTab, openAccount, signIn, render };
}

/** Actions of a test in a tab. */
function control(t: Test, { tab, wrong, asked }: RawTab) {
  let checks = 0;
  /**
   * The name of each rule of accessibility that does not hold. Of each test the default run looks
   * at one page.
   */
  const check = async () => {
    checks += 1;
    if (checks > 1 && !inDepth(t, `rules of accessibility, ${checks}`)) return [];
    await tab.evaluate(axe.source);
    return (await tab.evaluate(
      `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.html.slice(0, 120)))`,
    )) as string[];
  };
  const text = async (selector = 'main') =>
    (await tab.$eval(selector, (element) => element.textContent)) ?? '';
  // At each frame, as is usual, a page that has nothing to paint paints sixty times a second.
  const become = (condition: string) => tab.waitForFunction(condition, { polling: 50 });
  /** Waits until a text is on the page. */
  const see = async (words: string) => {
    await become(`document.body.innerText.includes(${JSON.stringify(words)})`);
  };
  const press = async (name: string) => {
    const found = await tab.waitForSelector(`::-p-aria([name="${name}"][role="button"])`);
    await found?.click();
  };
  return { tab, wrong, asked, check, text, become, see, press };
}
