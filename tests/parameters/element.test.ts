import { COLOURS, type Grid, gridMismatch, gridPage, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const { server } = lab;
const grid: Grid = { width: 900, height: 3000, cellWidth: 30, cellHeight: 30 };
const small = { viewport_width: 300, viewport_height: 200 };

const places = {
  inside: { left: 33, top: 57, width: 101, height: 83 },
  below: { left: 21, top: 2503, width: 203, height: 301 },
  beside: { left: 617, top: 11, width: 203, height: 97 },
  larger: { left: 5, top: 7, width: 801, height: 2203 },
};

/**
 * A grid with frames over it that show it: what a screenshot of a frame shows says where it was
 * taken.
 */
const framed = server.page(
  '/framed',
  gridPage(grid) +
    Object.entries(places)
      .map(
        ([id, { left, top, width, height }]) =>
          `<div id="${id}" style="position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px"></div>`,
      )
      .join(''),
);

t.test('an image of one element is its border box, to the pixel', async (t) => {
  const url = server.page(
    '/bordered',
    `<!doctype html><style>body{margin:0}#a{position:absolute;left:31px;top:17px;width:50px;height:20px;margin:9px;
padding:5px;border:3px solid #f00;background:#00f}#between{position:absolute;left:10.4px;top:80.6px;width:50.3px;height:30.2px;background:#f00}
#box{width:200px;height:100px;overflow:auto;margin-top:500px}#far{margin-top:1000px;width:50px;height:40px;background:#0f0}</style>
<div id="a"></div><div id="between"></div><div id="box"><div id="far"></div></div><p>text</p><i id="empty"></i>`,
  );
  const { image, result } = await lab.shoot({ url, selector: '#a', ...small });
  t.match(image, { width: 66, height: 36 });
  t.same(result.metadata.imageSize, { width: 66, height: 36 });
  t.equal(image.count(COLOURS.red), 66 * 36 - 60 * 30, 'all of the border');
  t.equal(image.count(COLOURS.blue), 60 * 30);

  await using page = await lab.open({ url, ...small, timeout: 4 });
  const { image: between } = await page.shoot({ selector: '#between' });
  t.match(between, { width: 51, height: 30 }, 'an edge between two pixels is where it is painted');
  between.expectSolid(COLOURS.red);
  const { image: far } = await page.shoot({ selector: '#far' });
  t.match(
    far,
    { width: 50, height: 40 },
    'what its container has scrolled away is brought into view',
  );
  far.expectSolid(COLOURS.green);

  t.match(await page.failure({ selector: '#no' }), {
    code: 'selector_not_found',
    status: 422,
    message: /^selector: nothing on the page matched "#no" within [\d.]+ s\.$/,
    details: [{ parameter: 'selector' }],
  });
  t.match(await page.failure({ selector: '#empty' }), {
    code: 'selector_not_found',
    message: /^selector: the element that "#empty" matches has no size/,
  });
  t.match(await page.failure({ selector: 'p[' }), {
    code: 'invalid_selector',
    status: 400,
    message: /^selector: "p\[" is not a CSS selector/,
  });
});

t.test('an element in the viewport, beside it, below it, and larger than it', async (t) => {
  await using page = await lab.open({ url: framed, ...small });
  for (const [id, { left, top, width, height }] of Object.entries(places)) {
    if (id === 'inside' && !inDepth(t, id)) continue;
    const { image } = await page.shoot({ selector: `#${id}` });
    t.match(image, { width, height }, id);
    t.equal(gridMismatch(image, grid, { x: left, y: top }), undefined, id);
  }
});

t.test('at device_scale_factor 2, with a format that Chromium does not write', async (t) => {
  await using page = await lab.open({ url: framed, device_scale_factor: 2, ...small });
  const selector = '#below';
  const { image } = await page.shoot({ selector });
  t.match(image, { width: 406, height: 602 });
  t.equal(gridMismatch(image, grid, { x: 21, y: 2503, scale: 2 }), undefined);
  const { image: thumbnail } = await page.shoot({ selector, format: 'gif', image_width: 203 });
  t.match(thumbnail, { width: 203, height: 301, format: 'gif' });
});

t.test('a fixed element, and one that comes late', async (t) => {
  const url = server.page(
    '/fixed',
    `<!doctype html><style>body{margin:0;height:3000px}div{position:fixed;bottom:10px;right:20px;width:60px;height:30px;background:#00f}</style>
<script>setTimeout(() => document.body.append(document.createElement('div')), 300)</script>`,
  );
  const { image } = await lab.shoot({ url, selector: 'div', ...small });
  t.match(image, { width: 60, height: 30 });
  image.expectSolid(COLOURS.blue);
});

t.test('late images of an element below the viewport are waited for', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#f0f"/></svg>`;
  const source = server.slow('/late.svg', 300, 'image/svg+xml', svg);
  const url = server.page(
    '/late-image',
    `<!doctype html><style>body{margin:0}p{height:9000px}</style><p></p><img loading="lazy" src="${source}" style="display:block">`,
  );
  const { image } = await lab.shoot({ url, selector: 'img', ...small });
  image.expectSolid([255, 0, 255, 255]);
});

t.test('wait_for_selector waits for an element, seen or not', async (t) => {
  const url = server.page(
    '/late-element',
    `<!doctype html><style>body{margin:0;background:#f00}.done{background:#0f0}</style><body><script>
setTimeout(() => {
  document.body.className = 'done';
  document.head.insertAdjacentHTML('beforeend', '<meta name="ready">');
}, 400)</script>`,
  );
  if (inDepth(t, 'without it')) {
    const { image: early } = await lab.shoot({ url, ...small });
    early.expectSolid(COLOURS.red);
  }
  const { image } = await lab.shoot({ url, wait_for_selector: 'meta[name=ready]', ...small });
  image.expectSolid(COLOURS.green);
});

t.test('wait_for_selector follows a page that leads elsewhere', async (t) => {
  const target = server.page('/arrived', '<!doctype html><body id="here" bgcolor="#00ff00">');
  const url = server.page(
    '/leaves',
    `<!doctype html><script>setTimeout(() => location = ${JSON.stringify(target)}, 300)</script>`,
  );
  const { image, result } = await lab.shoot({ url, wait_for_selector: '#here', ...small });
  image.expectSolid(COLOURS.green);
  t.equal(result.url, target);
});

t.test('a click can bring about what is waited for', async (t) => {
  const url = server.page(
    '/open',
    `<!doctype html><button onclick="setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=panel style=\\'width:30px;height:20px;background:#00f\\'>'), 300)">open</button>`,
  );
  const { image } = await lab.shoot({
    url,
    click_selector: 'button',
    wait_for_selector: '#panel',
    selector: '#panel',
    ...small,
  });
  t.match(image, { width: 30, height: 20 });
});

t.test('an element that never comes ends with the time of the render', async (t) => {
  const url = server.page('/never', '<!doctype html><p>text</p>');
  t.match(await lab.failure({ url, wait_for_selector: '#never', timeout: 1 }), {
    code: 'timeout',
    message: /within 1 s; it was waiting for wait_for_selector "#never"\.$/,
  });
  t.match(await lab.failure({ url, wait_for_selector: '::nonsense', timeout: 5 }), {
    code: 'invalid_selector',
    message: /^wait_for_selector: "::nonsense" is not/,
  });
});
