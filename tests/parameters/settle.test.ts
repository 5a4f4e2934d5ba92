import { COLOURS, inDepth, solidImage } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const { server } = lab;
const small = { viewport_width: 200, viewport_height: 100 };
const blueImage = Buffer.from(await solidImage(COLOURS.blue));
const lateMs = 400;

const blue = '#00f';
const fill = 'margin:0;position:absolute;left:0;top:0;width:200px;height:100px;border:0';
// The load event never fires, because of an image that is not visible.
const far = '<img src="/never?far" style="position:absolute;top:6000px;width:9px;height:9px">';
server.hang('/never');
server.slow('/late.png', lateMs, 'image/png', blueImage);
server.slow('/late.css', lateMs, 'text/css', `.late{${fill};background:${blue}}`);
server.slow('/cross.css', lateMs, 'text/css', `.late{${fill};background:url(/late.png?sheet)}`);
const paint = `document.body.append(Object.assign(document.createElement('div'),{style:'${fill};background:${blue}'}))`;
server.slow('/late.js', lateMs, 'text/javascript', paint);
server.slow('/module.js', lateMs, 'text/javascript', `import '/inner.js';`);
server.slow('/inner.js', lateMs, 'text/javascript', paint);
server.slow('/data.json', lateMs, 'application/json', JSON.stringify({ background: blue }));
server.slow('/list.json', lateMs, 'application/json', JSON.stringify({ src: '/late.png?listed' }));
server.route('/trickle.json', (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"background":');
  setTimeout(() => response.end(`"${blue}"}`), lateMs);
});
server.slow('/frame.html', lateMs, 'text/html', `<body style="background:url(/late.png?inner)">`);

const shadow = (html: string) =>
  `<div id="host"></div><script>host.attachShadow({mode:'open'}).innerHTML=${JSON.stringify(html)}</script>`;
const afterFetch = (url: string, then: string) =>
  `<script>fetch('${url}').then((answer) => answer.json()).then((data) => { ${then} })</script>`;
const drawn = `document.body.style.background = data.background`;

const late: Record<string, string> = {
  'the background of a pseudo-element': `<style>p::before{content:'';${fill};background:url(/late.png?before)}</style><p></p>`,
  'the background of the root': `<style>html{background:url(/late.png?root)}</style>`,
  'a mask': `<style>p{${fill};background:${blue};mask-image:url(/late.png?mask)}</style><p></p>`,
  'an image of a border': `<style>p{${fill};box-sizing:border-box;border:50px solid;border-image:url(/late.png?border) 1 fill}</style><p></p>`,
  'content that is an image': `<style>p::after{content:url(/late.png?content);display:block}p{zoom:5;margin:-16px 0}</style><p></p>`,
  'an image button': `<input type="image" src="/late.png?button" style="${fill}">`,
  'a poster': `<video poster="/late.png?poster" style="${fill};object-fit:fill"></video>`,
  'an image inside SVG': `<svg style="${fill}"><image href="/late.png?svg" width="200" height="100" preserveAspectRatio="none"/></svg>`,
  'an image in a shadow tree': shadow(`<img src="/late.png?shadow" style="${fill}">`),
  'a background in a shadow tree': shadow(
    `<div style="${fill};background:url(/late.png?shade)"></div>`,
  ),
  'a frame': `<iframe src="/frame.html" style="${fill}"></iframe>`,
  'a style sheet for print that becomes one for all': `<link rel="stylesheet" href="/late.css?print" media="print" onload="this.media='all'"><div class="late"></div>`,
  'a style sheet that is preloaded first': `<link rel="preload" as="style" href="/late.css?preload" onload="this.rel='stylesheet'"><div class="late"></div>`,
  'a style sheet that a script adds': `<div class="late"></div><script>document.head.append(Object.assign(document.createElement('link'),{rel:'stylesheet',href:'/late.css?script'}))</script>`,
  'an image that a late style sheet names': `<link rel="preload" as="style" href="/cross.css" onload="this.rel='stylesheet'"><div class="late"></div>`,
  'what an async script draws': `<script async src="/late.js?async"></script>`,
  'what a script draws that a script adds': `<script>document.body.append(Object.assign(document.createElement('script'),{src:'/late.js?added'}))</script>`,
  'what an async module draws': `<script async type="module" src="/module.js"></script>`,
  'what is drawn with fetched data': afterFetch('/data.json?fetch', drawn),
  'what is drawn with data that trickle in': afterFetch('/trickle.json', drawn),
  'what is drawn with data of XMLHttpRequest': `<script>const asked = new XMLHttpRequest(); asked.open('GET', '/data.json?xhr'); asked.responseType = 'json'; asked.onload = () => { const data = asked.response; ${drawn} }; asked.send()</script>`,
  'an image that fetched data name': afterFetch(
    '/list.json',
    `document.body.append(Object.assign(new Image(), { src: data.src, style: '${fill}' }))`,
  ),
  'a background that fetched data name': afterFetch(
    '/list.json?css',
    `document.body.style.background = 'url(' + data.src + 'css)'`,
  ),
  'what a framework draws in tasks after fetching': afterFetch(
    '/data.json?tasks',
    `const { port1, port2 } = new MessageChannel(); let left = 5; port1.onmessage = () => { left -= 1; if (left > 0) port2.postMessage(0); else { ${drawn} } }; port2.postMessage(0)`,
  ),
};

/** One of each way to come late: the others differ in what asks for the same. */
const covering = [
  'the background of a pseudo-element',
  'a poster',
  'a background in a shadow tree',
  'a frame',
  'an image that a late style sheet names',
  'what an async module draws',
  'what is drawn with data that trickle in',
  'a background that fetched data name',
  'what a framework draws in tasks after fetching',
];
for (const name of covering) if (!(name in late)) throw new Error(`There is no ${name}.`);

for (const [name, html] of Object.entries(late)) {
  if (!covering.includes(name) && !inDepth(t, name)) continue;
  t.test(`in view, ${name} is there although the page never finishes loading`, async (t) => {
    const url = server.page(
      `/${encodeURIComponent(name)}`,
      `<!doctype html><body style="margin:0">${html}${far}`,
    );
    const { result, image } = await lab.shoot({ url, ...small });
    image.expectSolid(COLOURS.blue);
    if (!/module|frame/.test(name)) t.same(result.warnings, []);
  });
}

const drawBlue = `document.body.style.background = '${blue}'`;
/** Work that a script does a while after the load event, with nothing else to wait for. */
const afterwards: Record<string, string> = {
  'in an idle period': `requestIdleCallback(() => { ${drawBlue} })`,
  'once an observer sees an element': `new IntersectionObserver(([entry]) => { if (entry.isIntersecting) ${drawBlue} }).observe(document.querySelector('p'))`,
  'once an observer knows the size of an element': `new ResizeObserver(() => { ${drawBlue} }).observe(document.querySelector('p'))`,
  'after a chain of short timers': `let left = 10; const go = () => { left -= 1; if (left > 0) setTimeout(go, 5); else { ${drawBlue} } }; go()`,
  'after ticks of an interval': `let left = 10; const timer = setInterval(() => { left -= 1; if (left === 0) { clearInterval(timer); ${drawBlue} } }, 8)`,
  'after frames': `let left = 5; const go = () => { left -= 1; if (left > 0) requestAnimationFrame(go); else { ${drawBlue} } }; go()`,
  'when a transition ends': `const p = document.querySelector('p'); p.ontransitionend = () => { ${drawBlue} }; p.style.transition = 'opacity 0.2s'; p.offsetTop; p.style.opacity = '0.1'`,
};

for (const [when, script] of Object.entries(afterwards)) {
  t.test(`shows what a script draws ${when}`, async () => {
    const url = server.page(
      `/afterwards-${encodeURIComponent(when)}`,
      `<!doctype html><body style="margin:0"><p style="height:9px"></p><script>onload = () => { ${script} }</script>`,
    );
    const { image } = await lab.shoot({ url, ...small });
    image.expectSolid(COLOURS.blue);
  });
}

t.test('a page that is empty until a script has imported what draws it', async (t) => {
  server.slow('/route.js', lateMs, 'text/javascript', `import('/module.js?route')`);
  const url = server.page(
    '/imports',
    `<!doctype html><body style="margin:0"><div id="root"></div><script type="module">import('/route.js')</script>`,
  );
  for (const full_page of [false, true].filter((whole) => !whole || inDepth(t, 'full page'))) {
    const { image } = await lab.shoot({ url, ...small, full_page });
    image.expectSolid(COLOURS.blue);
  }
});

t.test('does not wait for what is invisible, whatever names it', async (t) => {
  const below = 'position:absolute;top:6000px;width:9px;height:9px';
  const hidden = [
    `<div style="${below};background:url(/never?background)"></div>`,
    `<img style="${below}" src="/never?image"><script>document.title = 'a page with scripts'</script>`,
    `<div style="${below};background:url(/never?scripted)"></div><script>document.title = 'a page with scripts'</script>`,
  ];
  // Each on a page of its own: an invisible image is reason enough not to inspect styles.
  for (const [index, html] of hidden.entries()) {
    if (index === 1 && !inDepth(t, html)) continue;
    const url = server.page(
      `/hidden-${index}`,
      `<!doctype html><body style="background:${blue}">${html}`,
    );
    const { result, image } = await lab.shoot({ url, ...small });
    image.expectSolid(COLOURS.blue);
    t.same(result.warnings, [], html);
  }
});

t.test('what a timer brings is there where the page says that it loads', async () => {
  const signs = [
    'Loading...',
    '<b aria-busy="true">·</b>',
    '<i class="grid-loading-bar">·</i>',
    '<table><thead><tr><th>Name</thead><tbody></tbody></table>',
  ];
  const pages = signs.map(
    (
      sign,
    ) => `<!doctype html><style>body{margin:0}main{height:480px}</style><main>${sign}</main><script>
const load = () => new Promise((resolve) => setTimeout(resolve, 250, '${blue}'));
load().then((colour) => setTimeout(() => { document.querySelector('main').replaceChildren(); document.body.style.background = colour; }, 100));
</script>`,
  );
  for (const html of pages) {
    const { image } = await lab.shoot({ html });
    image.expectSolid(COLOURS.blue);
  }
});
