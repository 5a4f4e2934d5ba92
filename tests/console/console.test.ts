import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createFixtureServer, inDepth, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { runHere } from '../cli/run-here.ts';
import { openConsole, type Tab } from './open-console.ts';

// The console as people use it: in a Chromium that Tintype itself drives, against a service of its
// own.

const hostile = `"><img src=x onerror="globalThis.hacked = 1"><script>globalThis.hacked = 1</script>`;
const pages = await createFixtureServer(t);
const plain = pages.page(
  '/plain',
  '<!doctype html><title>Plain</title><h1>Plain</h1><p>Some text to be read, with <a href="https://example.com/">a link</a>.',
);
let changing = '<h1>As it was</h1>';
const moving = pages.route('/moving', (_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(changing);
});
const wicked = pages.page(
  `/${encodeURIComponent(hostile)}`,
  `<!doctype html><title>${hostile.replaceAll('<', '&lt;')}</title><h1>${hostile.replaceAll('<', '&lt;')}</h1>
   <p>[x](javascript:globalThis.hacked=1) <a href="javascript:globalThis.hacked=1">click</a><script>document.title += ' ran'; console.error(document.querySelector('h1').textContent)</script>
   <svg onload="globalThis.hacked = 1"></svg>`,
);

const { service, openTab, openAccount, signIn, render } = await openConsole(t);

/** A field of a form. */
interface HTMLish {
  value: string;
  select(): void;
}

/** The part that such a window shows without scrolling is not checked. */
const small = '&viewport_width=320&viewport_height=240';

/** The session ends, and what is opened next is shown after signing in. */
async function signInAgain({ tab, see, check }: Tab): Promise<void> {
  await tab.deleteCookie({ name: 'tintype_session', url: service.address });
  await tab.evaluate(`document.querySelector('nav a[href="/console/usage"]').click()`);
  await see('The session has ended.');
  t.same(await check(), [], 'a session that has ended');
  await tab.type('#secret', service.accessKey);
  await tab.keyboard.press('Enter');
  await see('renders this month');
}

async function signInAsOperator({ tab }: Tab): Promise<void> {
  const { stdout } = await runHere(['console', 'login', '--data-dir', service.dataDir]);
  t.ok(String(stdout).startsWith(`${service.address}/console#link=`), 'where it listens');
  const fragment = /#link=\S+/.exec(String(stdout))?.[0] ?? '';
  await tab.goto('about:blank');
  await tab.goto(`${service.address}/console${fragment}`);
  await tab.waitForSelector('nav');
}

t.test('an account signs in, and renders each kind', async (t) => {
  const page = await openTab(t);
  const { tab, text } = page;
  await tab.waitForSelector('#secret');
  await tab.type('#secret', 'no-key-of-anybody-here');
  await tab.keyboard.press('Enter');
  await page.see('That key is not valid or has expired.');
  t.same(await page.check(), [], 'signing in');
  await tab.reload();
  page.wrong.length = 0;
  await signIn(page);
  t.equal(await tab.evaluate('document.cookie'), '', 'no script reads the session');
  t.notMatch(await text('nav'), /Accounts|Audit/, 'nothing for operators');

  await render(page, 'screenshot', plain, '&format=png&viewport_width=400&viewport_height=300');
  await page.see('400 × 300 px');
  await page.see('navigate');
  t.match(await text('.code'), /"viewport_width":400/);
  t.same(await page.check(), [], 'a result');
  await tab.goto(`${service.address}/console/renders`);
  await page.become(`document.querySelector('.recent img')?.naturalWidth === 448`);
  t.match(await tab.evaluate('sessionStorage.getItem("tintype-recent")'), /"title":"127\.0\.0\.1/);
  await page.press('Clear');
  await page.become(`document.querySelector('.recent') === null`);
  t.equal(await tab.evaluate('sessionStorage.length'), 0);

  const isWhole = inDepth(t, 'videos, PDFs and archives');
  if (isWhole) {
    await render(
      page,
      'screencast',
      plain,
      '&duration=1&fps=5&viewport_width=320&viewport_height=240',
    );
    await page.become(`document.querySelector('video')?.videoWidth > 0`);
    t.equal(
      await tab.$eval('video', (video) =>
        Math.round((video as unknown as { duration: number }).duration),
      ),
      1,
    );

    await render(page, 'pdf', plain);
    await page.see('PDF, 1 page, 216 × 279 mm');
    // A headless browser has no viewer, and would show a black frame.
    t.equal(
      (await tab.$$('iframe.pdf')).length,
      await tab.evaluate('Number(navigator.pdfViewerEnabled)'),
    );
  }

  await render(page, 'scrape', plain.replace('http://', ''), '&format=md');
  await page.see('# Plain');
  await page.become(`location.search.includes(encodeURIComponent('http://'))`);
  await page.press('Rendered');
  await tab.waitForSelector('.markdown .h1');
  t.equal(
    await tab.$eval('.markdown a', (link) => link.getAttribute('href')),
    'https://example.com/',
  );

  if (isWhole) {
    await render(page, 'archive', plain);
    await tab.waitForSelector('.result a[download]');
  }
  t.same(page.wrong, [], 'no error in the console');
  const foreign = page.asked.filter(
    (url) => !/^(blob|data|about):/.test(url) && !url.startsWith(service.address),
  );
  t.same(foreign, [], 'nobody else is asked');
});

testInDepth(t, 'an expired session returns to its page after signing in', async (t) => {
  const page = await openTab(t, `/console#link=${'a'.repeat(43)}`);
  const { tab } = page;
  await page.see('This link was used before, or is older than ten minutes.');
  await page.see('Operator password');
  await page.see('tintype console login');
  t.same(await page.check(), [], 'a link that has ended');
  await page.press('Sign in with an access key');
  await signIn(page);
  await tab.goto(`${service.address}/console/tasks/new`);
  await tab.waitForSelector('#task-name');
  await signInAgain(page);
  await page.press('Sign out');
  await tab.waitForSelector('#secret');
  t.notMatch(await page.text(), /has ended|was used/, 'who signs out knows');
});

t.test('a preset fills the form, and common parameters have controls of their own', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  await tab.goto(`${service.address}/console/playground`);
  await page.see('This is an example');
  await page.become(`document.querySelector('.example img')?.naturalWidth > 0`);
  await page.press('Open Graph card');
  await page.become(`location.search.includes('viewport_width=1200')`);
  t.match(
    await tab.evaluate('location.search'),
    /kind=screenshot.*viewport_height=630.*format=png|format=png.*viewport_height=630/,
  );
  await page.press('Article as Markdown');
  await page.become(`location.search.includes('main_content=true')`);
  t.equal(
    await tab.$eval(
      '#parameter-main_content',
      (field) => (field as unknown as { checked: boolean }).checked,
    ),
    true,
  );
  await tab.focus('#parameter-main_content');
  await tab.keyboard.press('Space');
  await page.become(`!location.search.includes('main_content')`);
  t.same(await page.check(), []);
});

testInDepth(t, 'what is wrong is said where it is wrong', async (t) => {
  const page = await openAccount(t);
  await render(page, 'screenshot', plain, '&image_quality=500');
  await page.tab.waitForSelector('#parameter-image_quality-problem');
  t.match(await page.text('#parameter-image_quality-problem'), /image_quality must be/);
  await page.tab.type('input[type=search]', 'ful_pag');
  await page.see('Did you mean');
  await page.press('full_page');
  await page.see('Above:');
  await page.press('full_page');
  await page.become(`document.activeElement.id === 'parameter-full_page'`);
  await page.tab.keyboard.press('Space');
  await page.become(`location.search.includes('full_page=true')`);
  t.same(await page.check(), []);
});

t.test('secrets of a form are in no address', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const query = `kind=screenshot&url=${encodeURIComponent(plain)}&cookies=${encodeURIComponent('a=s3cret')}`;
  await tab.goto(`${service.address}/console/playground?${query}`);
  await page.become(`document.querySelector('.code pre')?.innerText.includes('s3cret')`);
  await page.become(`!location.href.includes('s3cret')`);
  await page.press('Create a task');
  await page.see('Secrets, typed texts and values too long for a URL are omitted.');
  await tab.waitForSelector('.next-runs li');
  t.notMatch(await tab.evaluate('location.href'), /s3cret/);
  t.match(
    await tab.$eval('#task-query', (field) => (field as unknown as { value: string }).value),
    /^url=/,
  );
  await signInAgain(page);
});

t.test('an async request is followed until it ends', async (t) => {
  const page = await openAccount(t);
  await render(page, 'screenshot', plain, `&async=true&format=png${small}`);
  await page.tab.waitForSelector('.status.succeeded', { timeout: 60_000 });
  await page.become(`document.querySelector('.result img')?.naturalWidth === 320`);
  t.match(
    await page.text('.result .facts-list'),
    /Duration([1-9]\d* ms|\d\.\d s)/,
    'not whole seconds',
  );
  await page.tab.goto(`${service.address}/console/renders`);
  await page.tab.waitForSelector('.gallery .card img');
  t.same(await page.check(), [], 'the gallery');
  await page.tab.click('.gallery .card');
  await page.tab.waitForSelector('.result .status.succeeded');
  t.same(await page.check(), [], 'one render');
  if (inDepth(t, 'requests are found')) {
    await page.tab.goto(`${service.address}/console/renders?status=succeeded&time=last+day`);
    await page.tab.waitForSelector('.gallery .card');
    const names = await page.tab.$$('input[type=search]');
    await names[0]?.type('nowhere.example');
    await page.see('No matches.');
    t.match(await page.tab.evaluate('location.search'), /host=nowhere\.example/);
    t.same(await page.check(), [], 'nothing that fits');
    await page.press('Show all');
    await page.tab.waitForSelector('.gallery .card');
    await page.tab.select('.filters select', 'failed');
    await page.see('No matches.');
    await page.tab.goto(`${service.address}/console/renders?host=127.0.0.1&api=screenshot`);
    await page.tab.waitForSelector('.gallery .card');
    await page.tab.click('.gallery .card');
    await page.tab.waitForSelector('.result .status.succeeded');
  }
  const gone = await page.tab.evaluate('location.pathname');
  const button = await page.tab.waitForSelector('.title-bar button.danger');
  await button?.click();
  await page.see('Delete it and its files?');
  await button?.click();
  await page.see('Render deleted.');
  await page.tab.goto(`${service.address}${gone}`);
  await page.see('Request not found.');
  t.same(await page.tab.$$('main button'), [], 'nothing that could not work');
  t.same(
    page.wrong.filter((text) => !/404/.test(text)),
    [],
  );
});

testInDepth(t, 'texts are compared by lines, and a trace is shown', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  let words = '<p>first line<p>as it was';
  const written = pages.route('/written', (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Text</title>${words}`);
  });
  for (const next of ['<p>first line<p>as it is', '']) {
    await render(page, 'scrape', written, '&async=true&format=md');
    await tab.waitForSelector('.status.succeeded', { timeout: 60_000 });
    if (next !== '') words = next;
  }
  await page.press('Compare with the previous render');
  await tab.waitForSelector('.diff .new');
  t.match(await page.text('.diff'), /-as it was\n\+as it is/);
  t.same(await page.check(), [], 'a diff');
  const shouting = pages.page(
    '/shouting',
    `<!doctype html><title>Shouting</title><script>console.error(${JSON.stringify(hostile).replaceAll('</', '<\\/')})</script>`,
  );
  await render(
    page,
    'screenshot',
    shouting,
    '&async=true&keep_trace=true&click_selector=%23none&timeout=5',
  );
  await tab.waitForSelector('.status.failed', { timeout: 60_000 });
  await page.see('Trace');
  await page.see('navigate');
  await page.see('onerror=');
  t.same(await page.check(), [], 'a trace');
});

t.test('HTML that is shown loads nothing, from the service neither', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  // What there is at the service for everybody.
  const image = await tab.$eval(
    'link[rel=icon]',
    (link) => (link as unknown as { href: string }).href,
  );
  const loading = pages.page(
    '/loading',
    `<!doctype html><title>Loading</title><p>Some text, and an image: <img src="${image}" alt="An image of the service" width="40" height="40">`,
  );
  await render(page, 'scrape', loading, '&format=html');
  await page.see(image);
  await page.press('Rendered');
  const element = await tab.waitForSelector('iframe[sandbox]');
  const frame = await element?.contentFrame();
  const shown = await frame?.waitForSelector('img[alt="An image of the service"]');
  const state = async () =>
    await shown?.evaluate((img) => {
      const { src, complete, naturalWidth } = img as unknown as Record<string, unknown>;
      return { src, complete, naturalWidth };
    });
  for (let n = 0; n < 50 && !(await state())?.complete; n += 1) await delay(100);
  t.same(await state(), { src: image, complete: true, naturalWidth: 0 });
});

t.test('nothing of what was rendered runs', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const isClean = async (name: string) =>
    t.equal(await tab.evaluate('globalThis.hacked'), undefined, name);
  await render(page, 'scrape', wicked, '&format=html');
  await page.press('Rendered');
  const frame = await tab.waitForSelector('iframe[sandbox]');
  t.equal(await frame?.evaluate((element) => element.getAttribute('sandbox')), '');
  await delay(300);
  await isClean('HTML');
  await render(page, 'scrape', wicked, '&format=md&metadata_title=true');
  await page.press('Rendered');
  await tab.waitForSelector('.markdown');
  t.same(
    await tab.$$eval('.markdown a', (links) => links.map((link) => link.getAttribute('href'))),
    [],
  );
  await isClean('Markdown');
  await render(page, 'screenshot', wicked, `&keep_trace=true${small}`);
  await tab.waitForSelector('.trace-viewer .trace-frame img');
  t.match(await page.text('.trace-viewer [aria-label^="Console"]'), hostile);
  await tab.focus('.trace-viewer th button');
  await tab.keyboard.press('Enter');
  t.match(
    await page.text('.trace-viewer .facts-list'),
    /MethodGET.*Media typetext\/html.*Initiator/,
  );
  await tab.focus('.time-line input');
  await tab.keyboard.press('Home');
  await page.become(
    `document.querySelector('.trace-frame').innerText.startsWith('The first image')`,
  );
  t.same(await page.check(), [], 'a trace');
  await tab.type('.trace-find input', 'onerror=');
  await page.become(
    `document.querySelectorAll('.trace-viewer [aria-label^="Console"] tbody tr').length === 1`,
  );
  await isClean('a trace');
  await render(page, 'screenshot', wicked, `&metadata_title=true&async=true${small}`);
  await tab.waitForSelector('.status.succeeded', { timeout: 60_000 });
  await isClean('metadata');
  await tab.goto(`${service.address}/console/renders`);
  await tab.waitForSelector('.gallery .card');
  await isClean('addresses');
  await tab.goto(
    `${service.address}/console/playground?kind=screenshot&url=${encodeURIComponent(hostile)}&html=${encodeURIComponent(hostile)}`,
  );
  await tab.waitForSelector('.code');
  await isClean('the address of the form');
});

t.test('a task is made, run and paused', async (t) => {
  const page = await openAccount(t);
  const { tab } = page;
  const query = encodeURIComponent(`url=${encodeURIComponent(moving)}&format=png${small}`);
  await tab.goto(`${service.address}/console/tasks/new?api=screenshot&query=${query}`);
  await tab.waitForSelector('.next-runs li');
  await tab.type('#task-name', 'Every morning');
  t.equal(
    await tab.$eval('#task-url', (field) => (field as unknown as { value: string }).value),
    moving,
  );
  await tab.$eval('#parameter-viewport_width', (field) => (field as unknown as HTMLish).select());
  await tab.type('#parameter-viewport_width', '300');
  await page.become(`document.querySelector('#task-query').value.endsWith('viewport_width=300')`);
  await tab.select('#task-rhythm', 'week');
  await tab.$eval('#task-time', (field) => {
    (field as unknown as HTMLish).value = '06:30';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.become(`document.querySelector('#task-crontab').value === '30 6 * * 1,2,3,4,5'`);
  await tab.$eval(
    '#task-timezone',
    (field) => ((field as unknown as { value: string }).value = ''),
  );
  await tab.type('#task-timezone', 'Asia/Tokyo');
  await page.see('in Asia/Tokyo');
  await page.become(`[...document.querySelectorAll('.next-runs li')].length === 10 &&
    [...document.querySelectorAll('.next-runs li')].every((one) => /06:30$/.test(one.innerText))`);
  t.same(await page.check(), [], 'the form');
  await page.press('Create the task');
  await page.press('Run now');
  await tab.waitForSelector('.run.succeeded', { timeout: 60_000 });
  await page.become(`document.querySelector('.run img')?.naturalWidth === 300`);
  t.same(await page.check(), [], 'a task');
  if (!inDepth(t, 'runs are compared')) return;
  changing = '<h1>Changed</h1>';
  await page.press('Run now');
  await tab.waitForSelector('.run .changed', { timeout: 60_000 });
  t.equal((await tab.$$('.run.succeeded')).length, 2);
  const task = String(await tab.evaluate('location.pathname'));
  await tab.click('.run');
  await page.press('Compare with the previous render');
  await page.see('changed, 1 region');
  await page.become(`document.querySelectorAll('.pair img').length === 2 &&
    [...document.querySelectorAll('.pair img')].every((img) => img.naturalWidth === 300)`);
  t.same(await page.check(), [], 'side by side');
  await page.press('Slider');
  await tab.waitForSelector('.over img + img');
  t.same(await page.check(), [], 'the slider');
  await page.press('Differences');
  await page.become(`document.querySelector('.comparison .scroll img')?.naturalWidth === 300`);
  t.same(await page.check(), [], 'the differences');
  await tab.goto(`${service.address}/console/renders?task=${task.split('/').at(-1)}`);
  for (const at of [1, 2]) {
    await tab.waitForSelector('.gallery .card img');
    await tab.focus(`.gallery li:nth-child(${at}) .pick`);
    await tab.keyboard.press('Space');
  }
  t.same(await page.check(), [], 'chosen renders');
  await page.press('Compare');
  await page.see('changed, 1 region');
  await page.press('Blink');
  const visible = () =>
    tab.$$eval('.over img', (images) =>
      images.map(
        (image) => (image as unknown as { style: { visibility: string } }).style.visibility,
      ),
    );
  t.same(await visible(), ['visible', 'hidden'], 'nothing blinks with reduced motion');
  await page.press('Switch');
  await page.become(`document.querySelector('.over img').style.visibility === 'hidden'`);
  t.same(await page.check(), [], 'two renders');
  await tab.goto(`${service.address}${task}`);
  await page.press('Pause');
  await page.see('Resume');
  await tab.goto(`${service.address}/console/tasks`);
  await page.see('Monday to Friday at 06:30');
  t.same(await page.check(), [], 'the list');
  t.same(page.wrong, []);
});

t.test('an operator makes an account, gives it new keys, and sees what was done', async (t) => {
  const page = await openTab(t);
  await signInAsOperator(page);
  const { tab } = page;
  t.equal(await tab.evaluate('location.hash'), '', 'the link is in the address no more');
  await tab.goto(`${service.address}/console/accounts`);
  await tab.waitForSelector('input[name=name]');
  await tab.type('input[name=name]', hostile.slice(0, 90));
  await page.press('Create');
  await tab.waitForSelector('.new-keys');
  const [first = ''] = await tab.$$eval('.new-keys code', (codes) =>
    codes.map((code) => code.textContent ?? ''),
  );
  const usage = (key: string) =>
    fetch(`${service.address}/v1/usage`, { headers: { 'x-access-key': key } });
  t.equal((await usage(first)).status, 200);
  t.same(await page.check(), [], 'accounts');
  const [button] = (await tab.$$('tbody tr:last-child .actions button')) ?? [];
  await button?.click();
  await page.see('Replace the keys?');
  t.equal((await usage(first)).status, 200, 'it asks first');
  await button?.click();
  await page.become(
    `document.querySelector('.new-keys code') && document.querySelector('.new-keys code').textContent !== ${JSON.stringify(first)}`,
  );
  t.equal((await usage(first)).status, 401, 'the old key has ended');
  await tab.click('tbody tr:last-child a');
  await tab.waitForSelector('#account-quota');
  const created = String(await tab.evaluate(`location.pathname.split('/').at(-1)`));
  await page.see('Renders by day');
  t.same(await page.check(), [], 'one account');
  await tab.$eval(
    '#account-quota',
    (field) => ((field as unknown as { value: string }).value = ''),
  );
  await tab.type('#account-quota', '321');
  await page.press('Save');
  await page.see('0 of 321 renders this month');
  for (const [name, words] of [
    ['accounts', 'New keys'],
    ['overview', 'Renders per minute'],
    ['settings', 'egress_allow'],
    ['audit', 'Created new keys of account'],
  ] as const) {
    await tab.goto(`${service.address}/console/${name}`);
    await page.see(words);
    t.same(await page.check(), [], name);
    if (name === 'overview' && inDepth(t, 'the checks of a machine')) {
      await page.see('HeadlessChrome/');
      await page.press('Run the checks');
      await tab.waitForSelector('.checks .ok', { timeout: 90_000 });
      t.match(await page.text('.checks'), /Node.*Browser.*Fonts.*Test page/s);
      t.same(await page.check(), [], 'the checks');
    }
    await tab.setViewport({ width: 360, height: 700 });
    await delay(200);
    t.notOk(
      await tab.evaluate('document.documentElement.scrollWidth > innerWidth'),
      `${name}: 360 px`,
    );
    const cut = await tab.$$eval('.cards :is(td, tbody th, button, select)', (cells) =>
      cells
        .filter((cell) => cell.getBoundingClientRect().right > 360)
        .map(({ textContent }) => textContent),
    );
    t.same(cut, [], `${name}: no cell is cut`);
    await tab.setViewport({ width: 1280, height: 900 });
  }
  t.equal(await tab.evaluate('globalThis.hacked'), undefined);
  t.same(page.wrong, []);
  await tab.evaluate(`localStorage.setItem('tintype-account', ${JSON.stringify(created)})`);
  await tab.goto(`${service.address}/console/tasks`);
  await page.see('Tasks render a page on a schedule.');
  await page.see('the plan of this account is free');
  t.same(await page.check(), [], 'an account without tasks');
});

testInDepth(t, 'pages that accounts see are narrow, too, and dark', async (t) => {
  const page = await openTab(t);
  await signIn(page);
  const { tab } = page;
  await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await tab.setViewport({ width: 360, height: 700 });
  for (const path of ['playground', 'renders', 'tasks', 'tasks/new', 'webhooks', 'usage']) {
    await tab.goto(`${service.address}/console/${path}`);
    await tab.waitForSelector('main h1');
    await delay(300);
    t.notOk(await tab.evaluate('document.documentElement.scrollWidth > innerWidth'), path);
    t.same(await page.check(), [], path);
  }
});

t.test('the first view is small', async (t) => {
  const builder = String(
    new URL('../../packages/console/scripts/build-console.js', import.meta.url),
  );
  const { buildConsole } = (await import(builder)) as {
    buildConsole(): Promise<{ files: Map<string, { bytes: Uint8Array }>; firstView: string[] }>;
  };
  const { gzipSync } = await import('node:zlib');
  const { files, firstView } = await buildConsole();
  const loaded = ['index.html', ...firstView];
  const sizes = loaded.map((name) => gzipSync(files.get(name)?.bytes ?? '').byteLength);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  t.ok(loaded.length >= 4 && total > 10_000, `${loaded.length} files of ${total} bytes`);
  t.ok(total < 60_000, `${total} bytes`);
  const html = Buffer.from(files.get('index.html')?.bytes ?? '').toString();
  t.notMatch(html, /<script(?![^>]* src=)|<style|style=|\son\w+=/, 'nothing inline');
  t.notMatch(readFileSync('packages/console/src/style.css', 'utf8'), /url\(|@import/);
});
