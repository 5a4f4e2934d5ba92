import { createFixtureServer, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { openConsole, type Tab } from './open-console.ts';

// Results as people inspect them: zoomed, with the evidence of each check, and selectors picked in
// an image of the page.

const hostile = `"><img src=x onerror="globalThis.hacked = 1">`;
const text = hostile.replaceAll('<', '&lt;');
const pages = await createFixtureServer(t);
const shop = pages.page(
  '/shop',
  `<!doctype html><title>${text}</title><style>* { margin: 0 } p { height: 100px }</style>
   <p id="top">${text}<p id="price">Price<p id="broken"><img src="/none.png?${text}" width="40" height="40">`,
);

const adding = pages.page(
  '/adding',
  `<!doctype html><title>Adding</title><button id="add" onclick="this.outerHTML = '<p id=added>Added'">Add</button>`,
);

const { service, openAccount, render } = await openConsole(t);
const small = '&viewport_width=400&viewport_height=300';

const isInert = async ({ tab, wrong }: Tab) => {
  t.equal(await tab.evaluate('globalThis.hacked'), undefined);
  t.same(wrong, []);
};

t.test('an image is zoomed by keys, and a check opens its evidence', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  await render(page, 'screenshot', shop, `${small}&format=png&ignore_selectors=%23price`);
  await page.see('400 × 300 px');
  await tab.waitForSelector('.device.browser img');
  await page.press('Frame');
  await tab.waitForSelector('.bare img');
  const width = async () =>
    Number(await tab.evaluate(`document.querySelector('.stage img').width`));
  await tab.focus('.stage');
  await tab.keyboard.press('1');
  await page.become(`document.querySelector('.stage img').width === 400`);
  await tab.keyboard.press('+');
  await page.become(`document.querySelector('.stage img').width === 500`);
  await tab.keyboard.press('0');
  await page.become(`document.querySelector('.stage img').width === 400`);
  t.equal(await width(), 400, 'a small image is not enlarged');
  await page.press('1 broken image');
  await page.see('/none.png');
  await page.press('1 ignored area');
  await tab.waitForSelector('.boxes rect');
  const box = await tab.$eval('.boxes rect', (rect) =>
    ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name))),
  );
  t.same(box, [0, 100, 400, 100]);
  t.same(await page.check(), [], 'an open check');
  const name = await tab.$eval('.image a', (link) => link.getAttribute('download'));
  t.equal(name, '127.0.0.1.png');
  await page.press('Share');
  await tab.select('.share select', '1 hour');
  await page.press('Create a link');
  await tab.waitForSelector('.share input', { timeout: 60_000 });
  const link = String(await tab.evaluate(`document.querySelector('.share input').value`));
  const shared = await fetch(link);
  t.equal(shared.headers.get('content-type'), 'image/png');
  t.match(shared.headers.get('cache-control'), /max-age=3[56]\d\d,/, 'without a key, for an hour');
  t.same(await page.check(), [], 'a link');
  const axis = await page.text('.timings');
  t.match(axis, /load \d.*capture \d.*navigate/s);
  await isInert(page);
});

t.test('JSON is a tree', async (t) => {
  const page = await openAccount(t);
  await render(page, 'scrape', shop, '&format=json');
  await page.see('images: [1]');
  await page.press('images: [1]');
  await page.see('0: {');
  t.same(await page.check(), [], 'a tree');
  await page.press('Tree');
  await page.tab.waitForSelector('pre.plate');
  await isInert(page);
});

t.test('selectors are picked in an image, or in a list', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const query = `kind=screenshot&url=${encodeURIComponent(shop)}${small}`;
  await tab.goto(`${service.address}/console/playground?${query}`);
  await (await tab.waitForSelector('.parameters > summary'))?.click();
  await tab.type('.find input', 'mask_sel');
  await page.press('Pick mask_selectors in the page');
  const svg = await tab.waitForSelector('.picker .boxes', { timeout: 60_000 });
  await page.see('onerror=');
  const { x = 0, y = 0, width = 0 } = (await svg?.boundingBox()) ?? {};
  const place = [x + width / 2, y + (150 / 400) * width] as const;
  await tab.mouse.move(...place);
  await page.become(`document.querySelector('.picker-hint').textContent === '#price'`);
  await tab.mouse.click(...place);
  await tab.waitForSelector('.picker .chosen');
  t.same(await page.check(), [], 'the picker');
  await tab.type('.picker input', '#top');
  await tab.keyboard.press('ArrowDown');
  await page.become(`document.querySelector('.picker-hint').textContent === '#top'`);
  await tab.keyboard.press('Enter');
  await page.become(`document.querySelectorAll('.picker .chosen').length === 2`);
  await tab.keyboard.press('Escape');
  await page.become(`!document.querySelector('.picker')`);
  const value = `document.querySelector('#parameter-mask_selectors').value`;
  t.equal(await tab.evaluate(value), '#price\n#top');
  t.equal((await tab.$$('.outcome .result')).length, 0, 'Enter did not render the page');
  await isInert(page);
});

testInDepth(t, 'a selector of a step is picked after the steps before it', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const steps = [{ wait_for: '#add' }, { click: '#add' }, { click: '' }];
  const query = new URLSearchParams({
    kind: 'screenshot',
    url: adding,
    steps: JSON.stringify(steps),
  });
  await tab.goto(`${service.address}/console/playground?${query}${small}`);
  await (await tab.waitForSelector('.step-list li:last-child .step-title'))?.click();
  await page.press('Pick selector of step 3 in the page');
  const found = await tab.waitForSelector('::-p-aria([name="Added #added"][role="button"])');
  await found?.click();
  await page.become(`!document.querySelector('.picker')`);
  await page.become(`document.querySelector('#step-3-main').value === '#added'`);
  await isInert(page);
});
