import { COLOURS, cssColour, inDepth } from '@tintype/testkit';
import t from 'tap';
import { readPdf } from '../pdf/read-pdf.ts';
import { createLab } from './lab.ts';

// Pages whose document does not scroll, but a part of it.

const lab = await createLab(t);
const viewport = { viewport_width: 400, viewport_height: 300, full_page: true };
const box = (colour: keyof typeof COLOURS, height: number) =>
  `<div style="height:${height}px;flex:none;background:${cssColour(COLOURS[colour])}"></div>`;
const content = box('blue', 2000) + box('green', 100);
const head = `<!doctype html><style>html,body{margin:0;height:100%}header{height:50px;flex:none;background:#f0f}
nav{width:150px;flex:none;background:#ff0;overflow:auto}</style>`;

const shells = {
  'a column that fills the window': `${head}<style>body{display:flex;flex-direction:column;overflow:hidden}main{flex:1;min-height:0;overflow:auto}</style>
<header></header><main>${content}</main>`,
  'a row below a header': `${head}<style>.app{height:100vh;display:flex;flex-direction:column}.row{flex:1;display:flex;min-height:0}main{flex:1;overflow-y:auto}</style>
<div class=app><header></header><div class=row><nav><p style="height:50px"></nav><main>${content}</main></div></div>`,
  'a grid': `${head}<style>body{display:grid;grid-template:50px 1fr/150px 1fr;height:100vh;overflow:hidden}header{grid-column:1/3}main{overflow:auto}</style>
<header></header><nav></nav><main>${content}</main>`,
  'what lies absolute': `${head}<style>body{position:relative}main{position:absolute;top:50px;left:0;right:0;bottom:0;overflow:auto}</style><header></header><main>${content}</main>`,
  'what is fixed': `${head}<style>main{position:fixed;inset:50px 0 0 0;overflow:auto}</style><header></header><main>${content}</main>`,
  'what lies in a shadow tree': `${head}<style>body{overflow:hidden}x-app{display:block;height:100%}</style><x-app>${content}</x-app><script>
document.querySelector('x-app').attachShadow({mode:'open'}).innerHTML='<style>:host{contain:size layout style}div{height:100%;display:flex;flex-direction:column}header{height:50px;flex:none;background:#f0f}main{flex:1;min-height:0;overflow:auto}</style><div><header></header><main><slot></slot></main></div>';
</script>`,
  'a body that scrolls in a root that does not': `${head}<style>html{overflow:hidden}body{overflow:auto}header{margin:0}</style><header></header>${content}`,
};

/** In the default run every other one, in one of the two frames, and every other part. */
const isCovering = (at: number) => at % 2 === 1;

for (const [at, [name, html]] of Object.entries(shells).entries())
  if (isCovering(at) || inDepth(t, name))
    t.test(`the full page of ${name}`, async (t) => {
      const { image } = await lab.shoot({ html, ...viewport });
      t.match(image, { width: 400, height: 2150 });
      const middle = { x: 300, width: 1 };
      image.expectSolid(COLOURS.magenta, 0, { ...middle, y: 0, height: 50 });
      image.expectSolid(COLOURS.blue, 0, { ...middle, y: 50, height: 2000 });
      image.expectSolid(COLOURS.green, 0, { ...middle, y: 2050, height: 100 });
    });

t.test('100vh inside stays the height of the window', async (t) => {
  const { image } = await lab.shoot({
    html: `${head}<style>body{overflow:hidden}main{height:100%;overflow:auto}</style><main><div style="height:100vh;background:#f00"></div>${content}</main>`,
    ...viewport,
  });
  t.match(image, { width: 400, height: 2400 });
  t.equal(image.count(COLOURS.red, 0, { x: 300, y: 0, width: 1, height: 2400 }), 300);
});

t.test('what a part that scrolls loads as it comes into view is there', async (t) => {
  const lazy = lab.server.file(
    '/lazy.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#f00"/></svg>',
  );
  const html = `${head}<style>body{overflow:hidden}main{height:100%;overflow:auto}p{height:100px;margin:0}.seen{background:#0f0}</style>
<main><div style="height:6000px"></div><img loading=lazy src="${lazy}" style="display:block" height=100><p></p></main>
<script>new IntersectionObserver(([entry], observer) => entry.isIntersecting && entry.target.classList.add('seen'), { root: document.querySelector('main') }).observe(document.querySelector('p'))</script>`;
  const { image } = await lab.shoot({ html, ...viewport });
  t.match(image, { width: 400, height: 6200 });
  const middle = { x: 300, width: 1, height: 100 };
  image.expectSolid(COLOURS.red, 0, { ...middle, y: 6000 });
  image.expectSolid(COLOURS.green, 0, { ...middle, y: 6100 });
});

t.test('full_page_scroll scrolls the part that scrolls', async (t) => {
  const html = `${head}<style>body{overflow:hidden}main{height:100%;overflow:auto}</style><main>${box('blue', 1000)}</main>
<script>const main = document.querySelector('main'); let left = 3;
main.addEventListener('scroll', () => { if (left && main.scrollTop + main.clientHeight > main.scrollHeight - 10) { left -= 1; main.insertAdjacentHTML('beforeend', ${JSON.stringify(box('green', 500))}) } })</script>`;
  const { image } = await lab.shoot({
    html,
    ...viewport,
    full_page_scroll: true,
    full_page_scroll_by_duration: 20,
  });
  t.match(image, { width: 400, height: 2500 });
});

t.test('a PDF holds all of it', async (t) => {
  const lines = Array.from(
    { length: 300 },
    (_, line) => `<p><a href="https://example.com/${line}">line</a></p>`,
  ).join('');
  const html = `${head}<style>body{overflow:hidden}main{height:100%;overflow:auto}</style><main>${lines}</main>`;
  const { body } = await lab.render({ kind: 'pdf', html });
  const { pages, links } = readPdf(body);
  t.ok(pages.length > 5, `${pages.length} pages`);
  t.ok(links.includes('https://example.com/299'), 'the last line');
});

lab.server.page(
  '/framed',
  `${head}<body style="min-height:100vh"><div style="height:100vh;background:#f00"></div>${content}`,
);
const frames = {
  'of the same origin': lab.server.url('/framed'),
  'of another site': lab.server.url('/framed', '127.0.0.2'),
};
const framings = {
  fixed: 'position:fixed;inset:0;width:100%;height:100%;border:0',
  'in the flow': 'display:block;width:100vw;height:100vh;border:0',
};

for (const [at, [origin, src]] of Object.entries(frames).entries())
  for (const [nth, [way, style]] of Object.entries(framings).entries())
    if (at === nth || inDepth(t, `${origin}, ${way}`))
      t.test(`a frame ${origin} that fills the window, ${way}`, async (t) => {
        const url = lab.server.page(
          `/outer-${way.length}-${origin.length}`,
          `${head}<div><iframe src="${src}" style="${style}"></iframe></div>`,
        );
        const { image } = await lab.shoot({ url, ...viewport });
        t.match(image, { width: 400, height: 2400 });
        const middle = { x: 300, width: 1 };
        image.expectSolid(COLOURS.red, 0, { ...middle, y: 0, height: 300 });
        image.expectSolid(COLOURS.blue, 0, { ...middle, y: 300, height: 2000 });
        image.expectSolid(COLOURS.green, 0, { ...middle, y: 2300, height: 100 });
      });

t.test('an app shell in a frame that fills the window', async (t) => {
  lab.server.page('/shell', shells['a row below a header']);
  const { image } = await lab.shoot({
    url: lab.server.page('/around', `${head}<iframe src="/shell" style="${framings.fixed}">`),
    ...viewport,
  });
  t.match(image, { width: 400, height: 2150 });
  const last = { x: 300, y: 2050, width: 1, height: 100 };
  image.expectSolid(COLOURS.green, 0, last);
});

const parts = {
  'a frame beside others': '<iframe src="/framed" style="display:block;width:60%;height:200px">',
  'a frame that does not scroll': `<iframe src="/framed" scrolling=no style="${framings.fixed}">`,
  'a frame that holds no more than it shows': `<iframe srcdoc="<p>short" style="${framings.fixed}">`,
};

for (const [name, html] of Object.entries(parts))
  t.test(`${name} stays as it is`, async (t) => {
    const url = lab.server.page(`/part-${name.length}`, head + html);
    const { image } = await lab.shoot({ url, ...viewport });
    t.match(image, { width: 400, height: 300 });
  });

const others = {
  'a side bar': `${head}<style>body{display:flex;overflow:hidden}</style><nav>${content}</nav><main></main>`,
  'a box of code': `${head}<pre style="margin:0;height:100px;overflow:auto">${content}</pre>`,
};

for (const [at, [name, html]] of Object.entries(others).entries())
  if (isCovering(at) || inDepth(t, name))
    t.test(`${name} that scrolls is no page`, async (t) => {
      const { image } = await lab.shoot({ html, ...viewport });
      t.match(image, { width: 400, height: 300 });
    });

t.test('where the document scrolls, a part that does too stays as it is', async (t) => {
  const { image } = await lab.shoot({
    html: `<!doctype html><body style="margin:0"><div style="height:500px;overflow:auto">${content}</div>${box('red', 1000)}`,
    ...viewport,
  });
  t.match(image, { width: 400, height: 1500 });
});

t.test('without full_page it stays as it is', async (t) => {
  const html = shells['a grid'];
  const { image } = await lab.shoot({ html, ...viewport, full_page: false });
  t.match(image, { width: 400, height: 300 });
});
