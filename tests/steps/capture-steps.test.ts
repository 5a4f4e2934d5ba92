import { readFileSync } from 'node:fs';
import { COLOURS, readPixels } from '@tintype/testkit';
import t from 'tap';
import { runHere } from '../cli/run-here.ts';
import { createLab } from '../parameters/lab.ts';

const lab = await createLab(t);
const { server, renderer } = lab;

let orders = 0;
const page = (colour: string, html: string) =>
  `<!doctype html><style>body{margin:0;background:${colour}}</style>${html}`;
server.page('/shop', page('#f00', `<a href="/cart">Cart</a>`));
server.page(
  '/cart',
  page('#0f0', `<button onclick="fetch('/order').then(() => { location = '/paid' })">Pay</button>`),
);
server.page('/paid', page('#00f', '<p>Thank you</p>'));
server.route('/order', (_request, response) => {
  orders += 1;
  response.end();
});
const url = server.url('/shop');
const steps = [
  { capture: 'shop' },
  { click: 'text/Cart' },
  { capture: 'cart.png' },
  { click: 'text/Pay' },
  { wait_for: 'text/Thank you' },
];
const small = { viewport_width: 200, viewport_height: 100 };
const corner = async (body: Uint8Array) => (await readPixels(body)).at(190, 90);

t.test('a page waits at each capture step until it is resumed', async (t) => {
  orders = 0;
  await using opened = await renderer.open({ url, steps, ...small });
  const seen: unknown[] = [];
  const take = async () => {
    const { body, receipt } = await opened.capture({ kind: 'screenshot', format: 'png' });
    seen.push([opened.paused, await corner(body), receipt.steps?.map(({ step }) => step)]);
  };
  await take();
  while (opened.paused !== undefined) {
    await opened.resume();
    await take();
  }
  const done = ['1 capture shop', '2 click text/Cart', '3 capture cart.png'];
  t.same(seen, [
    ['shop', COLOURS.red, done.slice(0, 1)],
    ['cart.png', COLOURS.green, done],
    [undefined, COLOURS.blue, [...done, '4 click text/Pay', '5 wait for text/Thank you']],
  ]);
  t.equal(orders, 1);
  await t.rejects(opened.resume(), { code: 'invalid_request', message: /no steps are left/ });
});

t.test('a step that fails names its number, and the page can still be captured', async (t) => {
  const wrong = [{ capture: 'a' }, { click: 'text/Nowhere', timeout: 100 }];
  await using opened = await renderer.open({ url, steps: wrong, ...small });
  await t.rejects(opened.resume(), {
    code: 'step_failed',
    message: /step 2 \(click text\/Nowhere/,
  });
  const { body } = await opened.capture({ kind: 'screenshot', format: 'png' });
  t.same(await corner(body), COLOURS.red);
});

t.test('waits of the request come after the last step', async (t) => {
  await using opened = await renderer.open({ url, steps, wait_for_selector: 'p', ...small });
  t.equal(opened.paused, 'shop');
  await opened.resume();
  await opened.resume();
  t.match(opened.url, /\/paid$/);
});

t.test('CSS of the request is in a document that came by itself', async (t) => {
  const away = server.page(
    '/away',
    page('#f00', `<script>setTimeout(() => { location = '/paid' }, 300)</script>`),
  );
  const later = [{ capture: 'a' }, { wait_for: 'p' }];
  const inject_css = 'body { background: #0f0 !important }';
  await using opened = await renderer.open({ url: away, steps: later, inject_css, ...small });
  while (!opened.url.endsWith('/paid')) await new Promise((resolve) => setTimeout(resolve, 50));
  await opened.resume();
  const { body } = await opened.capture({ kind: 'screenshot', format: 'png' });
  t.same(await corner(body), COLOURS.green);
});

t.test('the command line writes each file at its step', async (t) => {
  const dir = t.testdir({ 'steps.json': JSON.stringify(steps) });
  const files = ['-o', 'end.png', '-o', 'shop.png', '-o', 'cart.png'];
  const flags = ['--steps', 'steps.json', '-w', '200', '-H', '100'];
  const { code, stderr } = await runHere(['capture', url, ...files, ...flags], { cwd: dir });
  t.equal(code, 0, stderr);
  const colours = ['shop', 'cart', 'end'].map((name) => corner(readFileSync(`${dir}/${name}.png`)));
  t.same(await Promise.all(colours), [COLOURS.red, COLOURS.green, COLOURS.blue]);
  const missing = await runHere(['capture', url, '-o', 'a.png', '--steps', 'steps.json'], {
    cwd: dir,
  });
  t.match(missing, { code: 2, stderr: /A step captures shop: add -o shop\.jpeg/ });
});

t.test('one file has no capture steps', async (t) => {
  const error = await lab.failure({ url, steps });
  t.match(error, { code: 'invalid_parameter', message: /capture shop makes one of several files/ });
});
