import { createFixtureServer, until } from '@tintype/testkit';
import type { MonitorCheck } from '@tintype/contract/wire';
import t from 'tap';
import { openConsole } from './open-console.ts';

// The page of a monitor: its checks, the differences, accepted pages and noise.

const pages = await createFixtureServer(t);
const hostile = '<img src=x onerror="globalThis.hacked = 1">';
let price = '29';
let visits = 0;
const url = pages.route('/lamps', (_request, response) => {
  visits += 1;
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><title>Lamps</title><h1>Lamps</h1><p>Now ${price} euros</p><p id="visits">Visit ${visits} &lt;img src=x onerror="globalThis.hacked = 1"&gt;</p>`,
  );
});
const { service, openAccount } = await openConsole(t);
const headers = { 'x-access-key': service.accessKey, 'content-type': 'application/json' };

async function checksOf(id: string): Promise<MonitorCheck[]> {
  const answer = await fetch(`${service.address}/v1/tasks/${id}/checks`, { headers });
  return ((await answer.json()) as { checks: MonitorCheck[] }).checks;
}

t.test('a task becomes a monitor, and shows what changed', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const query = `url=${encodeURIComponent(url)}&viewport_width=400&viewport_height=300`;
  await tab.goto(`${service.address}/console/tasks/new?query=${encodeURIComponent(query)}`);
  await tab.waitForSelector('#task-name');
  await tab.type('#task-name', 'Lamps');
  await tab.click('#task-watch');
  await tab.waitForSelector('#watch-on');
  t.same(await page.check(), [], 'the form');
  await page.press('Create the task');
  await tab.waitForSelector('.monitor');
  const id = /(\d+)$/.exec(String(await tab.evaluate('location.pathname')))?.[1] ?? '';
  await page.see('No runs yet.');
  await page.press('Run now');
  await until(async () => (await checksOf(id))[0]?.outcome === 'baseline', 60_000);
  await page.see('Watching.');
  await page.see('Ignored, as it differs each time');
  price = '24';
  await page.press('Run now');
  await until(async () => (await checksOf(id))[0]?.outcome === 'changed', 60_000);
  await page.see('The page changed.');
  await page.become(`document.querySelector('.comparison .scroll img')?.naturalWidth > 0`);
  t.match(await page.text('.diff'), /-Now 29 euros\s+\+Now 24 euros/);
  t.notMatch(await page.text('.diff'), /[-+]Visit/, 'noise is left out');
  t.same(await page.check(), [], 'a change');
  await page.press('Side by side');
  await page.become(`document.querySelectorAll('.pair img').length === 2`);
  await tab.setViewport({ width: 390, height: 800 });
  t.notOk(await tab.evaluate('document.documentElement.scrollWidth > innerWidth'), 'on a phone');
  await tab.setViewport({ width: 1280, height: 900 });

  await tab.click('.run.baseline');
  await page.see('What differed from the first load is left out');
  await page.press('Accept this page too');
  await page.see('more page is accepted');
  await tab.click('.monitor details summary');
  await tab.waitForSelector('.noise .link');
  t.match(await page.text('.noise'), /Visit/);
  await tab.click('.noise .link');
  await page.see('Removed: it is compared again.');
  await tab.click('.monitor > button');
  await page.see('Discard the accepted pages?');
  await tab.click('.monitor > button');
  await page.see('Calibrating');
  t.equal(await tab.evaluate('globalThis.hacked'), undefined, hostile);
  t.same(page.wrong, []);
});

t.test('a watch that is wrong is reported at its fields', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  await tab.goto(
    `${service.address}/console/tasks/new?api=pdf&query=${encodeURIComponent(`url=${url}`)}`,
  );
  await tab.waitForSelector('#task-name');
  await tab.type('#task-name', 'A PDF');
  await tab.click('#task-watch');
  await page.press('Create the task');
  await tab.waitForSelector('.watch .field-problem');
  t.match(await page.text('.watch .field-problem'), /screenshot or scrape/);
});
