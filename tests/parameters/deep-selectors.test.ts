import { hostSelector } from '@tintype/core/in-page';
import { COLOURS, type DecodedImage, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

// The headless shell keeps frames of other sites in the page's own process unless told otherwise;
// full Chrome does not.
const lab = await createLab(t, { chrome: { args: ['--site-per-process'] } });
const { server } = lab;
const small = { viewport_width: 300, viewport_height: 300 };
const other = (path: string) => server.url(path, '127.0.0.2');

const block = (colour: string) =>
  `<p class="x" style="margin:0;width:100px;height:40px;background:${colour}"></p>`;
const frame = (src: string) =>
  `<iframe src="${src}" style="border:0;display:block;width:200px;height:90px"></iframe>`;

/** A hidden element, and beside it a visible one: a root that was never there has neither. */
const kept = '<p style="margin:0;width:100px;height:20px;background:#0f0"></p>';
const pair = block('#f00') + kept;

t.test('hide_selectors reaches open shadow roots, whenever they come', async (t) => {
  const url = server.page(
    '/shadows',
    `<!doctype html><style>body{margin:0}</style>
<div><template shadowrootmode="open">${pair}<div><template shadowrootmode="open">${pair}</template></div></template></div>
<div id="early"></div><div id="late"><template shadowrootmode="open"></template></div><script>
setTimeout(() => {
  document.getElementById('early').attachShadow({ mode: 'open' }).innerHTML = \`${pair}\`;
  late.shadowRoot.innerHTML = \`${pair}<div><template shadowrootmode="open"></template></div>\`;
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).innerHTML = \`${pair}\`;
  late.shadowRoot.append(host);
}, 150);</script>`,
  );
  if (inDepth(t, 'the page as it is')) {
    const { image: whole } = await lab.shoot({ url, delay: 0.6, ...small });
    t.same([whole.count(COLOURS.red), whole.count(COLOURS.green)], [5 * 4000, 5 * 2000]);
  }
  const { image } = await lab.shoot({ url, hide_selectors: ['.x'], delay: 0.6, ...small });
  t.same([image.count(COLOURS.red), image.count(COLOURS.green)], [0, 5 * 2000]);
});

t.test('elements that are not searched for shadow roots cannot have one', async (t) => {
  const names = hostSelector.slice(':not('.length, -1).split(',');
  t.ok(names.includes('td'));
  const script = `const hosts = ${JSON.stringify(names)}.filter((name) => {
    try { return document.createElement(name).attachShadow({ mode: 'open' }); } catch { return false; }
  });
  document.title = hosts.join() || 'none';`;
  const { metadata } = await lab.render({ html: `<script>${script}</script>`, ...small });
  t.equal(metadata.title, 'none');
});

server.page(
  '/inner',
  `<body style="margin:0">${block('#f00')}<div><template shadowrootmode="open">${block('#00f')}</template></div>${kept}`,
);

t.test('hide_selectors reaches frames of every origin, late ones as well', async (t) => {
  server.page('/nesting', `<body style="margin:0">${frame(server.url('/inner'))}`);
  const url = server.page(
    '/framing',
    `<!doctype html><style>body{margin:0}</style>${frame('/inner')}${frame(other('/nesting'))}<script>
setTimeout(() => document.body.insertAdjacentHTML('beforeend', '${frame(other('/inner'))}'), 100);</script>`,
  );
  const page = { url, wait_until: ['load'], delay: 0.8, ...small };
  const coloursOf = (image: DecodedImage) =>
    [COLOURS.red, COLOURS.blue, COLOURS.green].map((colour) => image.count(colour));
  const { image } = await lab.shoot({ ...page, hide_selectors: ['.nowhere', 'p.x'] });
  t.same(coloursOf(image), [0, 0, 6000]);
  if (!inDepth(t, 'the frames as they are')) return;
  const { image: whole } = await lab.shoot(page);
  t.same(coloursOf(whole), [12_000, 12_000, 3000]);
});

const button = (id: string, then: string) =>
  `<button id="${id}" style="width:80px;height:30px">go</button><script>
(document.currentScript.getRootNode().getElementById('${id}')).addEventListener('click', (event) => { ${then} });</script>`;

t.test('click_selector reaches open shadow roots', async (t) => {
  const url = server.page(
    '/shadow-button',
    `<!doctype html><body style="height:3000px"><div style="position:absolute;top:2000px"><template shadowrootmode="open"><button id="go"><b>go</b></button></template></div><script>
document.querySelector('div').shadowRoot.getElementById('go').addEventListener('click', (event) => {
  document.documentElement.style.background = event.isTrusted ? '#0ff' : '#f00';
});</script>`,
  );
  const { image } = await lab.shoot({ url, click_selector: '#go', ...small });
  t.same(image.at(290, 290), COLOURS.cyan);
});

t.test('click_selector reaches frames with a real click', async (t) => {
  const paint = `document.documentElement.style.background = event.isTrusted ? '#0ff' : '#f00'`;
  server.page('/pressed', `<body style="margin:0;padding-top:400px">${button('go', paint)}`);
  server.page('/pressed-deep', `<body style="margin:0;padding:10px 0 0 20px">${frame('/pressed')}`);
  for (const [name, src] of [
    ['same', '/pressed'],
    ['cross', other('/pressed')],
    ['deep', other('/pressed-deep')],
  ] as const) {
    if (name !== 'deep' && !inDepth(t, name)) continue;
    const url = server.page(
      `/press-${name}`,
      `<!doctype html><body style="margin:0;height:3000px"><div style="margin:1500px 0 0 50px;padding:7px;border:3px solid">${frame(src)}</div>`,
    );
    const { image } = await lab.shoot({
      url,
      wait_until: ['load'],
      click_selector: '#go',
      inject_css: 'div { margin-top: 0 !important }',
      ...small,
    });
    t.ok(image.count(COLOURS.cyan) > 5000, `${name}: ${image.count(COLOURS.cyan)}`);
    t.equal(image.count(COLOURS.red), 0, name);
  }
});

t.test('an element of a frame is clicked when nothing covers it any longer', async (t) => {
  const paint = `document.documentElement.style.background = event.isTrusted ? '#0ff' : '#f00'`;
  server.page('/uncovered', `<body style="margin:0">${button('go', paint)}`);
  const url = server.page(
    '/uncovering',
    `<!doctype html>${frame(other('/uncovered'))}<div id="cover" style="position:fixed;inset:0"></div>
<script>onload = () => setTimeout(() => cover.remove(), 300)</script>`,
  );
  const { image } = await lab.shoot({ url, wait_until: ['load'], click_selector: '#go', ...small });
  t.ok(image.count(COLOURS.cyan) > 5000);
});

t.test('a covered element of a frame is clicked by script', async (t) => {
  const paint = `document.documentElement.style.background = event.isTrusted ? '#0ff' : '#f00'`;
  server.page(
    '/covered',
    `<body style="margin:0">${button('go', paint)}<div style="position:fixed;inset:0"></div>`,
  );
  const url = server.page('/covering', `<!doctype html>${frame(other('/covered'))}`);
  const { image } = await lab.shoot({
    url,
    wait_until: ['load'],
    click_selector: '#go',
    ...small,
  });
  t.ok(image.count(COLOURS.red) > 5000);
});

t.test('the document goes before its shadow roots, and these before frames', async (t) => {
  server.page(
    '/third',
    `<button class="go" onclick="parent.postMessage('frame', '*')">go</button>`,
  );
  const third = frame(server.url('/third'));
  const url = (inShadow: string, inDocument: string) =>
    server.page(
      '/order',
      `<!doctype html>${third}<div><template shadowrootmode="open">${inShadow}</template></div>${inDocument}<script>
onmessage = () => { document.documentElement.style.background = '#f00' };
const set = (root, colour) => { const go = root.querySelector('.go'); if (go) go.onclick = () => { document.documentElement.style.background = colour } };
set(document, '#0ff'); set(document.querySelector('div').shadowRoot, '#00f');</script>`,
    );
  const go = '<button class="go">go</button>';
  for (const [inShadow, inDocument, colour] of [
    [go, go, COLOURS.cyan],
    [go, '', COLOURS.blue],
    ['', '', COLOURS.red],
  ] as const) {
    const { image } = await lab.shoot({
      url: url(inShadow, inDocument),
      wait_until: ['load'],
      click_selector: '.go',
      ...small,
    });
    t.same(image.at(290, 290), colour);
  }
});

t.test('wait_for_selector looks into shadow roots and frames', async (t) => {
  server.page(
    '/comes',
    `<script>setTimeout(() => { document.body.innerHTML = '<i id="here"></i>'; parent.postMessage(1, '*') }, 700)</script><body>`,
  );
  const url = server.page(
    '/awaits',
    `<!doctype html>${frame(other('/comes'))}<script>onmessage = () => { document.documentElement.style.background = '#0ff' }</script>`,
  );
  const { image } = await lab.shoot({ url, wait_for_selector: '#here', ...small });
  t.same(image.at(290, 290), COLOURS.cyan);
  const shadow = server.page(
    '/awaits-shadow',
    `<!doctype html><div></div><script>setTimeout(() => {
  document.querySelector('div').attachShadow({ mode: 'open' }).innerHTML = '<i id="here"></i>';
  document.documentElement.style.background = '#0ff' }, 700)</script>`,
  );
  const { image: after } = await lab.shoot({ url: shadow, wait_for_selector: '#here', ...small });
  t.same(after.at(290, 290), COLOURS.cyan);
});

t.test('selector renders an element of a shadow root', async (t) => {
  const html = `<!doctype html><div><template shadowrootmode="open">${block('#00f')}</template></div>`;
  const { image } = await lab.shoot({ html, selector: 'p.x', ...small });
  t.same([image.width, image.height, image.count(COLOURS.blue)], [100, 40, 4000]);
});

t.test('frames that never answer hold nothing up', async (t) => {
  const never = server.hang('/never');
  server.page('/leaving', `<script>setInterval(() => location.reload(), 30)</script>`);
  const url = server.page(
    '/hung',
    `<!doctype html>${frame(other('/leaving'))}${frame(never.replace('127.0.0.1', '127.0.0.2'))}<p>text`,
  );
  const error = await lab.failure({ url, click_selector: '#missing', timeout: 6, ...small });
  t.equal(error.code, 'selector_not_found');
});
