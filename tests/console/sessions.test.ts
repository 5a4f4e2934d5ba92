import { setTimeout as delay } from 'node:timers/promises';
import { createFixtureServer, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { createLoginSite } from '../sessions/login-site.ts';
import { openConsole, type Tab } from './open-console.ts';

// The page of sessions: created by steps or from a storage state, listed, exported, deleted.

const pages = await createFixtureServer(t);
const site = createLoginSite(pages);
const { service, openAccount, render } = await openConsole(t);
const headers = { 'x-access-key': service.accessKey };

const state = {
  cookies: [
    {
      name: 'sid',
      value: 's3cret-cookie',
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax',
    },
  ],
  origins: [],
};

async function openForm({ tab }: Tab, query = ''): Promise<void> {
  await tab.goto(`${service.address}/console/sessions/new${query}`);
  await tab.waitForSelector('#session-name');
}

async function put({ tab }: Tab, selector: string, text: string): Promise<void> {
  await tab.$eval(
    selector,
    (field, value) => {
      Object.assign(field, { value });
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
  );
}

t.test('a session is created from a storage state, exported and deleted', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  await tab.goto(`${service.address}/console/sessions`);
  await page.see('No sessions yet.');
  await page.press('New session');
  await tab.waitForSelector('#session-name');
  t.same(await page.check(), [], 'the form');
  await tab.type('#session-name', 'shop');
  await tab.evaluate(`document.querySelectorAll('input[name=source]')[1].click()`);
  await tab.waitForSelector('#session-state');
  await put(page, '#session-state', '{"cookies": 7}');
  await page.press('Create the session');
  await tab.waitForSelector('[aria-invalid=true]#session-state');
  await put(page, '#session-state', JSON.stringify(state));
  await page.press('Create the session');
  await tab.waitForSelector('tbody tr');
  t.match(await page.text('tbody tr'), /^shop\d+ s ago/);
  t.notMatch(await tab.$eval('body', (body) => body.innerHTML), /s3cret-cookie/);
  t.same(await page.check(), [], 'the list');

  const made = await tab.evaluateHandle(
    `new Promise((resolve) => { const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => { void blob.text().then(resolve); return make.call(URL, blob) };
      document.querySelector('tbody .actions button').click() })`,
  );
  t.match(JSON.parse(String(await made.jsonValue())), { cookies: [{ value: 's3cret-cookie' }] });

  const status = async () =>
    (await fetch(`${service.address}/v1/sessions/shop`, { headers })).status;
  await tab.click('tbody .actions .danger');
  await page.see('No sessions yet.');
  t.equal(await status(), 200, 'it can be undone');
  await page.press('Undo');
  await tab.waitForSelector('tbody tr');
  await tab.click('tbody .actions .danger');
  await page.see('No sessions yet.');
  await tab.goto('about:blank');
  while ((await status()) !== 404) await delay(50);
  await tab.goto(`${service.address}/console/sessions`);
  await page.see('No sessions yet.');
});

t.test('a session is created by steps, and offered in the playground', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const query = new URLSearchParams({ url: site.loginUrl, steps: JSON.stringify(site.steps) });
  await openForm(page, `?${query}`);
  await tab.type('#session-name', 'ada');
  await tab.waitForSelector('#secret-password');
  await tab.type('#secret-password', 'wrong-word');
  await page.press('Create the session');
  await tab.waitForSelector('.task-form > .problem');
  t.match(await page.text('.step.wrong .step-title'), /^4wait for \*\*\/account$/);
  t.notMatch(await page.text(), /wrong-word/);
  t.same(await page.check(), [], 'a failed login');
  await put(page, '#secret-password', 'pa55word');
  await page.press('Create the session');
  await tab.waitForSelector('tbody tr');
  t.match(await page.text('tbody tr'), /^ada.*11by steps/);

  await tab.click('tbody th a');
  await tab.waitForSelector('#parameter-session');
  // Its group, and all parameters.
  await tab.evaluate(
    `for (const group of document.querySelectorAll('.parameters, .parameters details')) group.open = true`,
  );
  await tab.focus('#parameter-session');
  await page.become(
    `document.querySelector('#parameter-session-list option')?.value === 'ada' && document.querySelector('#parameter-session').value === 'ada'`,
  );
  await render(page, 'scrape', site.account, '&format=md&session=ada');
  await page.see('Hello Ada');
  t.same(
    page.wrong.filter((text) => !/422/.test(text)),
    [],
  );
});

t.test('steps of the playground become a session, without their secrets', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const query = new URLSearchParams({
    kind: 'screenshot',
    url: site.loginUrl,
    steps: JSON.stringify(site.steps),
    secrets: JSON.stringify({ password: 'pa55word' }),
  });
  await tab.goto(`${service.address}/console/playground?${query}`);
  await tab.waitForSelector('#secret-password');
  await page.press('Create a session');
  await tab.waitForSelector('#session-name');
  await tab.waitForSelector('.step:nth-child(4)');
  t.notMatch(await tab.evaluate('location.href'), /pa55word/);
  t.equal(
    await tab.$eval('#secret-password', (field) => (field as unknown as { value: string }).value),
    '',
  );
});

t.test('a stored session is replaced after a question', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const cookies = async () => {
    const answer = await fetch(`${service.address}/v1/sessions/twice`, { headers });
    return ((await answer.json()) as { cookies: number }).cookies;
  };
  const fillForm = async (value: object) => {
    await openForm(page);
    await tab.type('#session-name', 'twice');
    await tab.evaluate(`document.querySelectorAll('input[name=source]')[1].click()`);
    await tab.waitForSelector('#session-state');
    await put(page, '#session-state', JSON.stringify(value));
    await page.press('Create the session');
  };
  await fillForm(state);
  await tab.waitForSelector('tbody tr');
  await fillForm({ cookies: [], origins: [] });
  await page.see('A session twice exists');
  t.equal(await cookies(), 1, 'it is as it was');
  await tab.type('#session-name', '2');
  await tab.waitForSelector('form [role=alert]', { hidden: true });
  await tab.keyboard.press('Backspace');
  await page.press('Replace the session twice');
  await tab.waitForSelector('tbody tr');
  t.equal(await cookies(), 0);
});

testInDepth(t, 'sessions are narrow, too, and dark', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  for (const scheme of ['light', 'dark']) {
    await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const width of [390, 1280]) {
      await tab.setViewport({ width, height: 844 });
      for (const path of ['sessions', 'sessions/new']) {
        await tab.goto(`${service.address}/console/${path}`);
        await tab.waitForSelector('tbody tr, #session-name');
        t.notOk(await tab.evaluate('document.documentElement.scrollWidth > innerWidth'), path);
        t.same(await page.check(), [], `${path}, ${scheme}, ${width} px`);
      }
    }
  }
});
