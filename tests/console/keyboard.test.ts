import { createFixtureServer } from '@tintype/testkit';
import t from 'tap';
import { runHere } from '../cli/run-here.ts';
import { openConsole, type Tab } from './open-console.ts';

// Ten flows through the console without a pointer.

const pages = await createFixtureServer(t);
const plain = pages.page('/plain', '<!doctype html><title>Plain</title><h1>Plain</h1>');
const { service, openTab } = await openConsole(t);
const page = await openTab(t);
const { tab } = page;
const { keyboard } = tab;

/** Presses Tab until an element has the focus. */
async function reach({ tab: shown }: Tab, selector: string, most = 80): Promise<void> {
  await shown.waitForSelector(selector);
  for (let n = 0; n < most; n += 1) {
    const isThere = `document.activeElement.matches(${JSON.stringify(selector)})`;
    if (await shown.evaluate(isThere)) return;
    await shown.keyboard.press('Tab');
  }
  throw new Error(`${most} presses of Tab do not reach ${selector}.`);
}

/** Replaces the text of the field that has the focus. */
async function fill({ tab: shown }: Tab, text: string): Promise<void> {
  await shown.keyboard.down('Control');
  await shown.keyboard.press('a');
  await shown.keyboard.up('Control');
  await shown.keyboard.type(text);
}

async function openPalette({ tab: shown }: Tab): Promise<void> {
  await shown.keyboard.down('Control');
  await shown.keyboard.press('k');
  await shown.keyboard.up('Control');
  await shown.waitForSelector('dialog.palette[open] input:focus');
}

/** Opens the palette, types, and opens the first result. */
async function find(own: Tab, text: string, title: string): Promise<void> {
  const { tab: shown, become } = own;
  await openPalette(own);
  await shown.keyboard.type(text);
  await become(
    `document.querySelector('[role=option][aria-selected=true]')?.innerText.includes(${JSON.stringify(title)})`,
  );
  await shown.keyboard.press('Enter');
  await shown.waitForSelector('dialog.palette', { hidden: true });
}

const send = (path: string, body: object) =>
  fetch(`${service.address}/v1/${path}`, {
    method: 'POST',
    headers: { 'x-access-key': service.accessKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

t.test('signs in', async () => {
  await reach(page, '#secret');
  await keyboard.type(service.accessKey);
  await keyboard.press('Enter');
  await tab.waitForSelector('nav');
});

t.test('renders', async () => {
  await reach(page, '.address input');
  await fill(page, plain);
  await keyboard.press('Enter');
  await tab.waitForSelector('.outcome .result', { timeout: 60_000 });
});

t.test('opens all parameters, and sets one', async () => {
  await reach(page, 'details.parameters > summary');
  await keyboard.press('Enter');
  await reach(page, 'details.parameters input[type=search]');
  await keyboard.type('omit_background');
  await reach(page, '#parameter-omit_background');
  await keyboard.press('Space');
  await page.become(`location.search.includes('omit_background=true')`);
});

t.test('copies the code', async (t) => {
  const permissions = ['clipboard-read', 'clipboard-sanitized-write'] as const;
  await tab.browserContext().overridePermissions(service.address, [...permissions]);
  await reach(page, '.code button');
  await keyboard.press('Enter');
  await page.see('Copied.');
  t.match(await tab.evaluate('navigator.clipboard.readText()'), /^curl .*omit_background/s);
});

t.test('finds a render by its URL, and compares it', async () => {
  const body = { url: plain, async: true, viewport_width: 320, viewport_height: 240 };
  await send('screenshot', body);
  const { id } = (await (await send('screenshot', body)).json()) as { id: string };
  await find(page, id, `Open request ${id}`);
  await page.become(`location.pathname.endsWith(${JSON.stringify(id)})`);
  await tab.waitForSelector('.status.succeeded', { timeout: 60_000 });
  await find(page, `${new URL(plain).host} ${id}`, plain);
  await tab.waitForSelector('.result > p > button');
  await reach(page, '.result > p > button');
  t.match(await tab.evaluate('document.activeElement.innerText'), /Compare/);
  await keyboard.press('Enter');
  await page.become(`document.querySelectorAll('.pair img').length === 2`);
});

t.test('creates a task', async () => {
  await find(page, 'new task', 'New task');
  await reach(page, '#task-name');
  await keyboard.type('By keyboard');
  await reach(page, '#task-url');
  await keyboard.type(plain);
  await keyboard.press('Enter');
  await page.become(`/\\/tasks\\/\\d+$/.test(location.pathname)`);
});

t.test('navigates by the palette, which Escape closes', async (t) => {
  await find(page, 'by key', 'By keyboard');
  await page.become(`document.querySelector('h1')?.innerText === 'By keyboard'`);
  await find(page, 'usag', 'Usage');
  await page.see('renders this month');
  await openPalette(page);
  await keyboard.press('ArrowUp');
  await page.become(`document.querySelector('#found-0')?.ariaSelected === 'false'`);
  t.same(await page.check(), [], 'the palette');
  await keyboard.type('no such thing');
  await page.see('No matches.');
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await tab.waitForSelector('dialog.palette', { hidden: true });
  t.match(await tab.evaluate('location.pathname'), /usage$/);
});

t.test('reads the values of a chart', async (t) => {
  await reach(page, '.plot-area');
  await keyboard.press('Home');
  await page.become(`document.activeElement.ariaValueText.endsWith(': 0 renders')`);
  await keyboard.press('End');
  await page.become(`document.activeElement.ariaValueText.endsWith(': 3 renders')`);
  t.match(await page.text('.days figcaption'), /3 renders/);
});

t.test('an operator changes the quota of an account', async (t) => {
  const own = await openTab(t);
  const { stdout } = await runHere(['console', 'login', '--data-dir', service.dataDir]);
  const fragment = /#link=\S+/.exec(String(stdout))?.[0] ?? '';
  await own.tab.goto('about:blank');
  await own.tab.goto(`${service.address}/console${fragment}`);
  await own.tab.waitForSelector('nav');
  await find(own, 'account default', 'default');
  await reach(own, '#account-quota');
  await fill(own, '321');
  await own.tab.keyboard.press('Enter');
  await own.see('of 321 renders this month');
  await find(own, 'audit', 'Audit');
  await own.see('Changed account default: renders per month from');
  t.same(own.wrong, []);
});

t.test('signs out', async (t) => {
  await find(page, 'sign out', 'Sign out');
  await tab.waitForSelector('#secret');
  t.same(page.wrong, []);
});
