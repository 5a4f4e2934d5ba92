import { COLOURS, inDepth, solidImage } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const { server } = lab;
const whole = { full_page: true, viewport_width: 200, viewport_height: 100 };
server.slow('/late.png', 300, 'image/png', Buffer.from(await solidImage(COLOURS.blue)));
server.slow('/frame.html', 300, 'text/html', '<body style="background:url(/late.png?inner)">');

/** Ten boxes, each as tall as the window, below it. */
const boxes = Array.from({ length: 10 }, (_, index) => `<p id="p${index}"></p>`).join('');
const page = (style: string, rest: string) =>
  `<!doctype html><style>body{margin:0}p{margin:0;height:100px;background:#00f}${style}</style><body>${boxes}${rest}`;
const observe = (then: string) =>
  `<script>const eyes = new IntersectionObserver((seen) => { for (const { target, isIntersecting } of seen) { ${then} } }, { threshold: 0.1 }); for (const p of document.querySelectorAll('p')) eyes.observe(p)</script>`;
const faded = 'p{opacity:0;transition:opacity 1s}p.in{opacity:1}';

const revealed: Record<string, string> = {
  'what appears once it comes into view': page(
    faded,
    observe(`if (isIntersecting) { target.classList.add('in'); eyes.unobserve(target) }`),
  ),
  'what appears and disappears': page(
    faded,
    observe(`target.classList.toggle('in', isIntersecting)`),
  ),
  'what a script styles itself': page(
    'p{opacity:0}',
    observe(`target.style.opacity = isIntersecting ? 1 : 0`),
  ),
  'what shows its children': page(
    'p{background:none}p b{display:block;height:100px;background:#00f;opacity:0;transition:opacity 1s}p.in b{opacity:1}',
    `<script>for (const p of document.querySelectorAll('p')) p.append(document.createElement('b'))</script>${observe(`target.classList.toggle('in', isIntersecting)`)}`,
  ),
  'what a library shows that looks at the offset ten times a second': page(
    faded,
    `<script>
const show = () => { for (const p of document.querySelectorAll('p')) p.classList.toggle('in', p.offsetTop < scrollY + innerHeight) };
let last = 0, timer;
addEventListener('scroll', () => { const wait = 99 - (Date.now() - last); if (wait <= 0) { last = Date.now(); show() } else { clearTimeout(timer); timer = setTimeout(() => { last = Date.now(); show() }, wait) } });
show()</script>`,
  ),
  'what a script loads when it comes near': page(
    'p{background:none}img{width:200px;height:100px;display:block}',
    `<script>for (const p of document.querySelectorAll('p')) p.innerHTML = '<img data-src="/late.png?' + p.id + '">'</script>${observe(`if (isIntersecting) { const [image] = target.children; image.src = image.dataset.src }`)}`,
  ),
  'what styles leave out while it is far away': page(
    'p{content-visibility:auto;contain-intrinsic-size:200px 100px;background:none}p b{display:block;height:100px;background:#00f}',
    '',
  ).replaceAll('></p>', '><b></b></p>'),
  'what is animated by the place it has in the window': page(
    '@keyframes in{from{opacity:0}to{opacity:1}}p{animation:in linear both;animation-timeline:view();animation-range:entry}',
    '',
  ),
};

/** The others are shown as these are. */
const covering = [
  'what appears and disappears',
  'what shows its children',
  'what a script loads when it comes near',
  'what is animated by the place it has in the window',
];

for (const [name, html] of Object.entries(revealed)) {
  if (!covering.includes(name) && !inDepth(t, name)) continue;
  t.test(`a full page shows ${name}`, async (t) => {
    const { result, image } = await lab.shoot({
      url: server.page(`/${encodeURIComponent(name)}`, html),
      ...whole,
    });
    t.equal(image.height, 1000);
    image.expectSolid(COLOURS.blue);
    t.same(result.warnings, []);
  });
}

t.test('a full page has lazy images and frames, in shadow trees and frames as well', async (t) => {
  const fill = 'display:block;width:200px;height:100px;border:0';
  const lazy = `<img loading="lazy" style="${fill}" src="/late.png?N">`;
  const parts = [
    lazy.replace('N', '1'),
    `<iframe loading="lazy" style="${fill}" src="/frame.html"></iframe>`,
    `<div id="host"></div><script>host.attachShadow({mode:'open'}).innerHTML=${JSON.stringify(lazy.replace('N', '2'))}</script>`,
    `<iframe style="${fill}" srcdoc='<body style="margin:0">${lazy.replace('N', '3')}'></iframe>`,
  ];
  const gap = '<div style="height:8000px"></div>';
  const html = `<!doctype html><body style="margin:0">${gap}${parts.join('')}`;
  const { image } = await lab.shoot({ url: server.page('/lazy', html), ...whole });
  t.equal(image.height, 8400);
  image.expectSolid(COLOURS.blue, 0, { x: 0, y: 8000, width: 200, height: 400 });
});

/** Properties that hide a box, one each. */
const hidden = [
  'opacity:0.1',
  'scale:0',
  'transform:rotateY(180deg); backface-visibility:hidden',
  'clip-path:inset(0 100% 0 0)',
  'clip-path:circle(0)',
  'transform:translateX(-100vw)',
  'filter:opacity(0)',
  'mask:linear-gradient(90deg, #000 50%, transparent 50%) 100% 0 / 200% 100%',
  'max-height:0; overflow:hidden',
  'background:transparent',
];

t.test('a full page shows what any property hides outside of the window', async (t) => {
  const rules = hidden.map((rule, at) => `p:nth-child(${at + 1}) b { ${rule} }`).join('');
  const html = page(
    `p { background:none } b { display:block; height:100px; background:#00f; transition:all 1s } ${rules}
     p b.in { all:unset; display:block; height:100px; background:#00f }`,
    `<script>for (const p of document.querySelectorAll('p')) p.innerHTML = '<b class></b>'</script>
     ${observe(`target.firstChild.classList.toggle('in', isIntersecting)`)}`,
  );
  const { full_page, ...window } = whole;
  await using opened = await lab.open({ html, ...window });
  const before = await opened.capture({ kind: 'scrape', format: 'html' });
  for (const _ of ['first', 'second']) {
    const { image } = await opened.shoot({ full_page });
    image.expectSolid(COLOURS.blue);
  }
  const after = await opened.capture({ kind: 'scrape', format: 'html' });
  t.equal(String(after.body), String(before.body), 'the page is as it was');
});

t.test('a full page leaves hidden what the page hides', async (t) => {
  const white = [255, 255, 255, 255] as const;
  const html = `<!doctype html><style>body { margin:0 } div { height:300px } u, s { display:block; height:100px; background:#f00 }
    #menu { transform:translateX(-100%) } #drop { transform:scaleY(0) } #more { max-height:0; overflow:hidden }
    #modal { position:fixed; inset:0; opacity:0 } #modal.open { opacity:1 }
    s { display:none; background:#fff } s.on { display:block }</style>
    <div></div><nav id="nav"><u id="menu"></u><u id="drop"></u><u id="more"></u></nav><u id="modal"></u>
    <div></div><main><s class="on"></s><s></s><s></s></main><div></div><div></div><div></div>
    <script>let slide = 0; const slides = document.querySelectorAll('s');
      addEventListener('scroll', () => {
        for (const each of document.querySelectorAll('u')) each.dataset.top = scrollY;
        modal.className = scrollY > 400 && scrollY < 900 ? 'open' : '';
        slides[slide].className = ''; slide = (slide + 1) % 3; slides[slide].className = 'on';
      });</script>`;
  const { image } = await lab.shoot({ html, ...whole });
  t.equal(image.height, 5 * 300 + 200 + 100, 'one slide is shown');
  image.expectSolid(white);
});

t.test('a full page has what styles skip that was in view once', async (t) => {
  const html = `<!doctype html><style>body { margin:0 } b { display:block; height:2000px; background:#00f }
    p { margin:0; content-visibility:auto; contain-intrinsic-size:auto 100px }</style>
    ${'<p><b></b></p>'.repeat(6)}`;
  await using page = await lab.open({ html, viewport_width: 20, viewport_height: 100 });
  for (const take of ['first', 'second']) {
    const { image } = await page.shoot({ full_page: true });
    t.equal(image.height, 12_000, take);
    image.expectSolid(COLOURS.blue);
  }
});

t.test('a page stands where it stood, and its header is that of the top', async (t) => {
  const html = page(
    'header{position:fixed;inset:0 0 auto;height:20px;background:#0f0}header.small{background:#f00}',
    `<header></header><script>const marks = []; addEventListener('scroll', () => { document.querySelector('header').classList.toggle('small', scrollY > 10); marks.push(scrollY); document.title = Math.max(...marks) + ' ' + scrollY })</script>`,
  );
  const { result, image } = await lab.shoot({ html, ...whole, metadata_title: true });
  t.equal(result.metadata.title, '900 0');
  image.expectSolid(COLOURS.green, 0, { x: 0, y: 0, width: 200, height: 20 });
  const at = `${html}<script>scrollTo(0, 300)</script>`;
  const placed = await lab.render({ html: at, ...whole, metadata_title: true });
  t.equal(placed.metadata.title, '900 300');
});

t.test('a page that grows without end is left after a while', async (t) => {
  const html = page(
    '',
    `<script>addEventListener('scroll', () => { for (let i = 0; i < 5; i += 1) document.body.append(document.createElement('p')) })</script>`,
  );
  const { result, image } = await lab.shoot({ html, ...whole });
  t.match(result.warnings, [/kept growing while it was brought into view/]);
  t.ok(image.height > 1000 && image.height <= 1000 + 40 * 100, `${image.height} px`);
});
