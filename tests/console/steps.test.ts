import { setTimeout as delay } from 'node:timers/promises';
import { createFixtureServer, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { createLoginSite } from '../sessions/login-site.ts';
import { openConsole, type Tab } from './open-console.ts';

// Steps in the playground: edited one by one, and run with an image after each.

const pages = await createFixtureServer(t);
const site = createLoginSite(pages);
const hostile = `<img src=x onerror="globalThis.hacked = 1">`;
const wicked = pages.page(
  '/wicked',
  `<!doctype html><title>Wicked</title><button>${hostile.replaceAll('<', '&lt;')}</button>`,
);
const { service, openAccount } = await openConsole(t);

const size = { viewport_width: 320, viewport_height: 240 };
const viewport = {
  type: 'setViewport',
  width: size.viewport_width,
  height: size.viewport_height,
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
  isLandscape: false,
};
const recording = {
  title: 'Log in',
  steps: [
    viewport,
    { type: 'navigate', url: site.loginUrl, assertedEvents: [{ type: 'navigation' }] },
    { type: 'change', target: 'main', selectors: [['[name=user]']], value: 'ada' },
    { type: 'change', target: 'main', selectors: [['[name=password]']], value: 'pa55word' },
    {
      type: 'click',
      target: 'main',
      selectors: [['aria/Sign in[role="button"]'], ['button']],
      assertedEvents: [{ type: 'navigation', url: site.account }],
    },
  ],
};

async function openPlayground(page: Tab, fields: object = {}): Promise<void> {
  const query = new URLSearchParams({ kind: 'screenshot' });
  for (const [name, value] of Object.entries({ ...fields })) query.set(name, String(value));
  await page.tab.goto(`${service.address}/console/playground?${query}`);
  await page.tab.waitForSelector('.steps summary');
}

async function paste(page: Tab, text: string): Promise<void> {
  const { tab } = page;
  await tab.$eval('.steps', (one) => one.setAttribute('open', ''));
  await tab.waitForSelector('.paste');
  await tab.$eval('.paste', (one) => one.setAttribute('open', ''));
  await tab.$eval(
    '#paste-steps',
    (field, value) => {
      Object.assign(field, { value });
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
  );
  const button = await tab.waitForSelector('.paste button');
  await button?.click();
}

const lines = ({ tab }: Tab) =>
  tab.$$eval('.step-title', (titles) => titles.map((title) => title.textContent));

t.test('a recording is pasted, and run to a step, with an image after each', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  await openPlayground(page);
  await paste(page, JSON.stringify(recording));
  await page.see('3 set');
  t.same(await lines(page), [
    '1fill [name=user]',
    '2fill [name=password]',
    '3click aria/Sign in[role="button"]',
  ]);
  await page.become(
    `document.querySelector('#parameter-url').value === ${JSON.stringify(site.loginUrl)}`,
  );
  t.same(await page.check(), [], 'the list');
  const before = site.logins();
  await page.press('Run to here step 2');
  await page.become(`document.querySelectorAll('.step-images img').length === 2`);
  await page.see('All steps finished');
  await page.become(
    `[...document.querySelectorAll('.outcome img')].every((img) => img.naturalWidth === 320)`,
  );
  t.equal(site.logins(), before, 'no further step is done');
  t.same(await page.check(), [], 'images');

  await page.press('Run all');
  await page.become(`document.querySelectorAll('.step-images img').length === 3`);
  t.equal(site.logins(), before + 1, 'one load');
  await page.become(`location.search.includes('steps=')`);
  const stored = 'JSON.stringify([localStorage, sessionStorage, document.cookie])';
  t.notMatch(await tab.evaluate('location.href'), /pa55word/);
  t.notMatch(await tab.evaluate(stored), /pa55word/);
  t.notMatch(await tab.$eval('main', (main) => main.innerHTML), /pa55word/);
  for (const language of ['curl', 'TypeScript', 'Command line', 'Task']) {
    await tab.select('.code select', language);
    await page.become(`document.querySelector('.code pre').ariaLabel === '${language}'`);
    t.notMatch(await page.text('.code pre'), /pa55word/, language);
  }
  const requests = await fetch(`${service.address}/v1/requests`, {
    headers: { 'x-access-key': service.accessKey },
  });
  t.same(await requests.json(), { requests: [] }, 'a trial leaves nothing');
  t.same(page.wrong, []);
});

t.test('the URL of a form contains no typed text', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const confirm = { fill: '#confirm', value: 'hunter22' };
  const inside = { if_visible: 'form', then: [{ fill: '#user_pwd', value: 'hunter22' }] };
  await openPlayground(page);
  await paste(page, JSON.stringify([inside, confirm, { fill: '#name', value: 'Lovelace' }]));
  await tab.waitForSelector('#secret-password');
  await page.become(`location.search.includes('confirm')`);
  t.notMatch(await tab.evaluate('location.href'), /hunter22|Lovelace/);
  t.notMatch(await page.text('.code pre'), /hunter22/);
  t.match(await page.text('.code pre'), /Lovelace/, 'the request has it');
  await tab.reload();
  await tab.waitForSelector('#secret-value');
  t.match((await lines(page)).at(-1), /^3fill #name/);
});

t.test('a secret stays while the step that fills it in is edited', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const steps = ['one', 'two'].map((name) => ({ fill: `#${name}`, value: `{{${name}}}` }));
  await openPlayground(page, { steps: JSON.stringify(steps) });
  await tab.waitForSelector('#secret-one');
  await tab.type('#secret-one', 'first-secret');
  await page.press('1 fill #one');
  const field = await tab.waitForSelector('#step-1-main');
  await field?.click({ count: 3 });
  await tab.keyboard.press('Backspace');
  await tab.waitForSelector('#secret-one', { hidden: true });
  await tab.type('#secret-two', 'x');
  await field?.type('#one');
  await tab.waitForSelector('#secret-one');
  t.equal(
    await tab.$eval('#secret-one', (input) => (input as unknown as { value: string }).value),
    'first-secret',
  );
});

t.test('a page that cannot be loaded leaves no render, and its export is counted', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const steps = JSON.stringify({ title: 'x', steps: [{ pause: 1 }] });
  await openPlayground(page, { url: 'http://127.0.0.1:1/', steps });
  t.equal(await page.text('.steps summary'), 'Steps1 set');
  await tab.waitForSelector('.step');
  await page.press('Run all');
  await tab.waitForSelector('.outcome .problem');
  const left = async () => {
    const headers = { 'x-access-key': service.accessKey };
    const answer = await fetch(`${service.address}/v1/requests`, { headers });
    const { requests } = (await answer.json()) as { requests: { error?: unknown }[] };
    return requests.length;
  };
  for (let tries = 0; tries < 50 && (await left()) > 0; tries += 1) await delay(100);
  t.equal(await left(), 0);
});

t.test('a failed step is marked, and nothing of the page is markup', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const steps = [{ wait_for: 'button' }, { click: `text/${hostile}x`, timeout: 200 }, { pause: 1 }];
  await openPlayground(page, { ...size, url: wicked, steps: JSON.stringify(steps) });
  await tab.waitForSelector('.step');
  await page.press('Run all');
  await tab.waitForSelector('.outcome .problem');
  await page.see('Step 2 failed');
  t.match(await page.text('.step.wrong .field-problem'), /^Nothing matched within 0.2 s; the page/);
  t.ok((await page.text('.step.wrong .field-problem')).includes('<img src=x'), 'text of the page');
  t.match(await page.text('.step.wrong .step-title'), /^2click text/);
  await page.become(`document.querySelectorAll('.step-images img').length === 2`);
  t.match(await page.text('.step-images li:last-child'), /^2 click .*failed$/);
  await page.become(`document.querySelector('.scroll img').naturalWidth === 320`);
  t.equal(await tab.evaluate('globalThis.hacked'), undefined);
  t.same(await page.check(), [], 'a failure');
  await page.press('Run to here step 1');
  await page.see('All steps finished');
  t.same(await tab.$$('.step.wrong'), [], 'the mark is that of the last run');
  t.same(page.wrong, []);
});

t.test('a run has images of its last ten steps, with the parameters of the form', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const steps = JSON.stringify(Array.from({ length: 12 }, () => ({ pause: 0 })));
  await openPlayground(page, { kind: 'pdf', ...size, url: site.loginUrl, steps });
  await tab.waitForSelector('.step');
  await page.press('Run all');
  await page.see('All steps finished');
  await page.see('Only the images after the last 10 steps are shown.');
  await page.become(`document.querySelectorAll('.step-images img').length === 10`);
  t.match(await page.text('.step-images li'), /^3 pause/);
  await page.become(`document.querySelector('.scroll img').naturalWidth === 320`);
});

t.test('the keyboard alone edits steps', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  await openPlayground(page);
  const { keyboard } = tab;
  const focused = () =>
    tab.evaluate('document.activeElement.innerText || document.activeElement.id');
  await tab.focus('.steps summary');
  await keyboard.press('Enter');
  await tab.waitForSelector('.add-step');
  await keyboard.press('Tab');
  t.equal(await focused(), 'Add a step');
  await keyboard.press('Enter');
  await tab.waitForSelector('#step-1-main');
  t.equal(await tab.evaluate('document.activeElement.id'), 'step-1-type', 'the first field');
  await keyboard.type('fill');
  await tab.waitForSelector('#step-1-value');
  await keyboard.press('Tab');
  await keyboard.type('#a');
  await keyboard.press('Tab');
  await keyboard.type('{{pin}}');
  await keyboard.press('Enter');
  t.match(await focused(), /fill #a/, 'Enter closes the step, and renders nothing');
  t.same(await tab.$$('.outcome .waiting, .outcome .problem'), []);
  await tab.waitForSelector('#secret-pin[type=password]');
  await page.press('Add a step');
  await tab.waitForSelector('#step-2-main');
  await keyboard.press('Tab');
  await keyboard.type('#b');
  await page.become(`document.querySelectorAll('.step-title')[1].innerText.includes('click #b')`);
  await page.press('Up step 2');
  await page.become(`document.querySelector('.step-title').innerText.includes('click #b')`);
  t.match(await focused(), /^Up|^Down/, 'the focus stays at the step');
  await page.press('Duplicate step 1');
  await page.become(`document.querySelectorAll('.step').length === 3`);
  await page.press('Remove step 2');
  await page.become(`document.querySelectorAll('.step').length === 2`);
  t.equal(await focused(), 'Add a step');
  await page.become(`location.search.includes('%22click%22%3A%22%23b%22')`);
  await page.press('Reset');
  await page.become(`document.querySelectorAll('.step').length === 0`);
});

t.test('a faulty step shows its problem at its line', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  await openPlayground(page, { steps: 'not JSON' });
  await page.see('This is not JSON; the console reads no YAML.');
  await paste(page, JSON.stringify([{ pause: 1 }, { clik: hostile }, { pause: 2 }]));
  await tab.waitForSelector('.step.wrong');
  t.match(
    await page.text('.step.wrong .field-problem'),
    'step 2 must be one of click; got "clik".',
  );
  const disabled = await tab.$$eval('.step-line > :last-child', (buttons) =>
    buttons.map((button) => (button as unknown as { disabled: boolean }).disabled),
  );
  t.same(disabled, [false, true, true], 'what can run');
  t.equal(await tab.evaluate('globalThis.hacked'), undefined);
  await paste(page, JSON.stringify(Array.from({ length: 101 }, () => ({ pause: 1 }))));
  await page.see('At most 100 steps are possible; got 101.');
  t.equal((await tab.$$('.step')).length, 3, 'the list is as it was');
});

testInDepth(t, 'steps are narrow, too, and dark', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const steps = JSON.stringify([{ fill: '[name=user]', value: '{{name}}' }, { clik: 1 }]);
  await openPlayground(page, { url: site.loginUrl, steps });
  await tab.waitForSelector('.step.wrong');
  for (const scheme of ['light', 'dark']) {
    await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const width of [390, 1280]) {
      await tab.setViewport({ width, height: 844 });
      t.notOk(await tab.evaluate('document.documentElement.scrollWidth > innerWidth'));
      t.same(await page.check(), [], `${scheme}, ${width} px`);
    }
  }
});
