import { COLOURS, inDepth, readFlags, scriptFlagsPage, solidPage } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 300, viewport_height: 200 };

/** A white page of three boxes one below the other: red, green, blue, each 100x40. */
const boxes = server.page(
  '/boxes',
  `<!doctype html><style>body{margin:0}div{width:100px;height:40px}</style>
<div id="a" class="box" style="background:#f00"></div>
<div id="b" class="box" style="background:#0f0"></div>
<div id="c" data-x="y" style="background:#00f"></div>`,
);

t.test('hide_selectors hides every match, takes commas, and may match none', async (t) => {
  if (inDepth(t, 'the page as it is')) {
    const { image: whole } = await lab.shoot({ url: boxes, ...small });
    for (const colour of [COLOURS.red, COLOURS.green, COLOURS.blue])
      t.equal(whole.count(colour), 4000);
  }
  const { image } = await lab.shoot({
    url: boxes,
    hide_selectors: ['#a', '[data-x="y"]'],
    ...small,
  });
  t.equal(image.count(COLOURS.red), 0);
  t.equal(image.count(COLOURS.blue), 0);
  t.equal(image.count(COLOURS.green), 4000);
  t.same(
    image.at(10, 10),
    COLOURS.green,
    'what follows moves up: the element is out of the rendering',
  );
  const commas = { hide_selectors: [':is(#a, #b)', '.nowhere'] };
  const { image: all } = await lab.shoot({ url: boxes, ...commas, ...small });
  t.same([all.count(COLOURS.red), all.count(COLOURS.green), all.count(COLOURS.blue)], [0, 0, 4000]);
});

t.test('hide_selectors beats important styles and elements that come late', async (t) => {
  const url = server.page(
    '/stubborn',
    `<!doctype html><style>.x{display:block!important;visibility:visible!important;width:100px;height:40px;background:#f00}</style>
<div class="x" style="display:block!important"></div><script>
setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<div class="x"></div>'); }, 200);</script>`,
  );
  const { image } = await lab.shoot({ url, hide_selectors: ['.x'], delay: 0.5, ...small });
  t.equal(image.count(COLOURS.red), 0);
});

t.test('a page whose policy forbids styles hides as well', async (t) => {
  const url = server.page(
    '/strict',
    '<div id="a"><img width="100" height="40" alt="some text"></div>',
    {
      'content-security-policy': "style-src 'none'",
    },
  );
  if (inDepth(t, 'as it is')) {
    const { image: shown } = await lab.shoot({ url, ...small });
    t.ok(shown.count(COLOURS.white) < 300 * 200);
  }
  const { image } = await lab.shoot({ url, hide_selectors: ['#a'], ...small });
  image.expectSolid(COLOURS.white);
});

t.test('click_selector clicks as a person does', async (t) => {
  const names = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const url = server.page(
    '/click',
    `<!doctype html><style>body{margin:0}button{position:absolute;left:50px;top:50px;width:80px;height:40px}</style>
<button id="go">go</button><script>
const seen = [];
for (const name of ${JSON.stringify(names)})
  document.getElementById('go').addEventListener(name, (event) => {
    if (event.isTrusted && event.clientX > 50 && event.clientX < 130) seen.push(name);
    if (seen.join() === '${names.join()}') document.documentElement.style.background = '#0ff';
  });
</script>`,
  );
  const { image } = await lab.shoot({ url, click_selector: '#go', ...small });
  t.same(image.at(290, 190), COLOURS.cyan);
  if (!inDepth(t, 'without a click')) return;
  const { image: without } = await lab.shoot({ url, ...small });
  t.same(without.at(290, 190), COLOURS.white);
});

t.test('click_selector reaches far down, and delay waits for the change', async (t) => {
  const url = server.page(
    '/far',
    `<!doctype html><body style="margin:0;height:5000px"><button style="position:absolute;top:4000px;left:20px" onclick="setTimeout(() => { document.documentElement.style.background = '#0ff' }, 300)">go</button>`,
  );
  const wanted = { url, click_selector: 'button', delay: 0.8, full_page: true };
  const { image } = await lab.shoot({ ...wanted, ...small });
  t.same(image.at(290, 10), COLOURS.cyan);
});

t.test('a selector that finds nothing to click', async (t) => {
  const error = await lab.failure({ url: boxes, click_selector: '#missing', timeout: 4, ...small });
  t.equal(error.code, 'selector_not_found');
  t.match(error.message, /#missing/);
});

t.test('scroll_to brings an element or a distance to the top of the view', async (t) => {
  const bands = `<style>body{margin:0}div{height:400px}</style>
    <div style="background:#f00"></div><div style="background:#0f0"></div>
    <div id="third" style="background:#00f"></div><div style="background:#0ff"></div>`;
  const url = server.page('/bands', bands);
  const shell = server.page(
    '/bands-in-shell',
    `<style>html,body{height:100%;overflow:hidden}main{height:100%;overflow:auto;scroll-behavior:smooth}</style><main>${bands}</main>`,
  );
  const top = async (parameters: object) =>
    (await lab.shoot({ ...small, ...parameters })).image.at(9, 9);
  const [green, blue] = [
    [0, 255, 0, 255],
    [0, 0, 255, 255],
  ];
  t.same(await top({ url, scroll_to: '#third' }), blue);
  t.same(await top({ url: shell, scroll_to: '#third' }), blue, 'in what scrolls instead');
  t.same(await top({ url, scroll_to: 500 }), green);
  t.same(await top({ url: shell, scroll_to: '500px' }), green);
  const { image } = await lab.shoot({ url, scroll_to: '#third', full_page: true, ...small });
  t.same(image.at(9, 9), [255, 0, 0, 255], 'a full page begins at its top');
  t.equal(image.height, 1600);
  const missing = await lab.failure({ url, scroll_to: '#no', timeout: 4, ...small });
  t.equal(missing.code, 'selector_not_found');
  t.match(missing.message, /^scroll_to: nothing on the page matched "#no"/);
  const wrong = await lab.failure({ url, scroll_to: 'a[[', ...small });
  t.equal(wrong.code, 'invalid_selector');
});

t.test('selectors that are no CSS', async (t) => {
  const quoted = "a: 'x' is not a valid selector";
  const click = await lab.failure({ url: boxes, click_selector: quoted, ...small });
  t.equal(click.code, 'invalid_selector');
  t.match(click.message, `click_selector: "${quoted}" is not`, 'is named whatever is in it');
  const hide = await lab.failure({ url: boxes, hide_selectors: ['#a', '::?'], ...small });
  t.equal(hide.code, 'invalid_selector');
  t.match(hide.message, /hide_selectors/);
});

t.test('a selector cannot break out of a style sheet', async (t) => {
  const trick = '#nowhere{} html{background:#f00} #nowhere';
  t.equal(
    (await lab.failure({ url: boxes, hide_selectors: [trick], ...small })).code,
    'invalid_selector',
  );
});

t.test('a link that is clicked is followed and waited for', async (t) => {
  const target = server.slow('/target', 400, 'text/html', solidPage(COLOURS.cyan));
  const url = server.page('/link', '<a id="link" href="/target">on</a>');
  const { result, image } = await lab.shoot({ url, click_selector: '#link', ...small });
  t.equal(result.url, target);
  image.expectSolid(COLOURS.cyan);
});

t.test('a script that goes elsewhere on a click is followed', async (t) => {
  const target = server.slow('/target-2', 200, 'text/html', solidPage(COLOURS.cyan));
  const url = server.page(
    '/button-link',
    `<button onclick="location.href = '/target-2'">on</button>`,
  );
  const { result, image } = await lab.shoot({ url, click_selector: 'button', ...small });
  t.equal(result.url, target);
  image.expectSolid(COLOURS.cyan);
});

t.test('delay, while animations and scripts go on', async (t) => {
  const url = server.page(
    '/delay',
    scriptFlagsPage(
      [
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))',
        'document.visibilityState === "visible"',
        'new Promise((done) => setTimeout(() => done(true), 900))',
      ],
      // Something below the window: a page that shows nothing at all is waited for.
      `<hr style="position: absolute; top: 500px">`,
    ),
  );
  if (inDepth(t, 'without a delay')) {
    const { image: early } = await lab.shoot({ url, ...small });
    t.equal(readFlags(early, 3)[2], false);
  }
  const { image } = await lab.shoot({ url, delay: 1.3, ...small });
  t.same(readFlags(image, 3), [true, true, true]);
});
