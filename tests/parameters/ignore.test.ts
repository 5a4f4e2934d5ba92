import type { DecodedImage } from '@tintype/testkit';
import t from 'tap';
import { createLab } from './lab.ts';

// Frames of other sites have processes of their own.
const lab = await createLab(t, { chrome: { args: ['--site-per-process'] } });
const { server } = lab;
const small = { viewport_width: 320, viewport_height: 240 };
const ignore = { ignore_selectors: ['.m'] };

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Smallest areas around the pixels of each pure colour that the pages below use. */
function coloured({ data, width }: DecodedImage, [r, g, b]: readonly number[]): Area | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== r || data[at + 1] !== g || data[at + 2] !== b) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < 0) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

const red = [255, 0, 0];
const box = (style: string, inside = '') => `<div class=m style="${style}">${inside}</div>`;
const filled = 'background:red;width:70px;height:20px;';
const around = (body: string) =>
  `<!doctype html><style>body{margin:0}</style><p>text</p>${body}<div style="height:900px"></div>`;

const pages: Record<string, string> = {
  block: box(filled),
  'far below': `<div style="height:700px"></div>${box(filled)}`,
  transformed: box(`${filled}transform:translate(30px,10px) scale(2)`),
  fixed: box(`${filled}position:fixed;bottom:9px;right:5px`),
  'clipped by a box': `<div style="overflow:hidden;width:50px;height:15px">${box(filled)}</div>`,
  'in a scrolled box': `<div id=s style="overflow:auto;width:60px;height:40px"><p>a</p>${box(filled)}<p style="height:99px"></div><script>s.scrollTop=30</script>`,
  'not clipped, as it is positioned elsewhere': `<div style="overflow:hidden;width:50px;height:15px">${box(`${filled}position:absolute;left:90px;top:40px`)}</div>`,
  'without a box of its own': `<section class=m style="display:contents"><i style="display:block;${filled}"></i></section>`,
  'in a shadow tree': `<div><template shadowrootmode=open>${box(filled)}</template></div>`,
  'in a frame': `<iframe style="border:7px solid;margin:5px" width=90 height=60 srcdoc="<style>body{margin:3px}</style>${box(filled)}"></iframe>`,
  'beside each other, right to left': `<div dir=rtl>${box(filled)}</div>`,
};

t.test('areas are where the elements are in the image', async (t) => {
  for (const [name, body] of Object.entries(pages)) {
    await using page = await lab.open({ html: around(body), ...small });
    for (const shape of [
      {},
      { full_page: true },
      { clip_x: 20, clip_y: 30, clip_width: 250, clip_height: 150 },
      { full_page: true, image_width: 160 },
    ]) {
      const { image, result } = await page.shoot({ ...ignore, ...shape });
      const { image: plain } = await page.shoot(shape);
      t.ok(Buffer.from(image.data).equals(plain.data), `${name}: the image is the same`);
      const shown = coloured(image, red);
      const about = `${name} ${JSON.stringify(shape)}`;
      const [area, ...more] = result.receipt.ignored ?? [];
      t.same(more, [], about);
      if ('image_width' in shape) {
        // Edges are mixed with their surroundings.
        t.ok(!shown || (area && isInside(shown, area)), about);
      } else t.same(area, shown, about);
    }
  }
});

function isInside(inner: Area, outer: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

t.test('areas of scaled, narrow, scrolled and right-to-left pages', async (t) => {
  const wide = `<!doctype html><body style="margin:0"><p>text</p>${box(filled)}<div style="width:980px;height:30px">`;
  const rtl = `<!doctype html><html dir=rtl><body style="margin:0"><p>text</p>${box(filled)}<div style="width:900px;height:30px">`;
  const scrolled = around(`<div id=deep style="height:300px"></div>${box(filled)}`);
  for (const [name, parameters, tolerance] of [
    ['two pixels each', { html: around(box(filled)), ...small, device_scale_factor: 2 }, 0],
    // The page is shown at two fifths of its size.
    ['a wide page on a narrow device', { html: wide, viewport_device: 'iphone_15' }, 2],
    ['right to left', { html: rtl, ...small, full_page: true }, 0],
    ['scrolled', { html: scrolled, ...small, scroll_to: '200' }, 0],
    ['an element', { html: around(`<div id=e>${box(filled)}</div>`), ...small, selector: '#e' }, 0],
  ] as const) {
    const { image, result } = await lab.shoot({ ...ignore, ...parameters });
    const [area] = result.receipt.ignored ?? [];
    const shown = coloured(image, red);
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      const difference = Math.abs((area?.[side] ?? NaN) - (shown?.[side] ?? NaN));
      t.ok(difference <= tolerance, `${name}: ${side} of ${JSON.stringify({ area, shown })}`);
    }
  }
});

t.test('areas in frames of other sites', async (t) => {
  server.page('/inner', `<body style="margin:4px">${box(filled)}`);
  const frame = (style: string, src: string) => `<iframe style="${style}" src="${src}"></iframe>`;
  const inner = frame(
    'border:2px solid;margin-left:9px;width:150px;height:70px',
    server.url('/inner', '127.0.0.2'),
  );
  const middle = server.page('/middle', `<body style="margin:0">${inner}`);
  const html = around(frame('width:200px;height:90px', middle));
  const { image, result } = await lab.shoot({ ...ignore, html, ...small });
  t.same(result.receipt.ignored, [coloured(image, red)]);
});

t.test('hidden, nested and too many elements', async (t) => {
  const hidden = around(
    `${box(`${filled}visibility:hidden`)}${box(`${filled}display:none`)}${box(`${filled}opacity:0`)}${box(`${filled}position:absolute;left:-500px`)}`,
  );
  t.same((await lab.render({ html: hidden, ...ignore })).receipt.ignored, []);
  const nested = around(box(filled, box('height:9px') + box('height:9px')));
  t.equal((await lab.render({ html: nested, ...ignore })).receipt.ignored?.length, 1);
  t.notOk('ignored' in (await lab.render({ html: nested })).receipt);
  const many = Array.from({ length: 60 }, (_, at) =>
    box(
      `position:absolute;left:${(at % 10) * 50}px;top:${Math.floor(at / 10) * 60}px;width:${at + 1}px;height:40px`,
    ),
  ).join('');
  const { receipt, warnings } = await lab.render({ html: many, ...ignore });
  t.equal(receipt.ignored?.length, 50);
  t.equal(Math.min(...(receipt.ignored ?? []).map(({ width }) => width)), 11, 'the largest');
  t.match(warnings, [/ignore_selectors: 60 areas matched; the largest 50 are ignored/]);
  const crowd = '<i class=m>x</i>'.repeat(1001);
  const refused = await lab.render({ html: crowd, ...ignore });
  t.same(refused.receipt.ignored, []);
  t.match(refused.warnings, [/ignore_selectors: a document has more than 1000 matches/]);
});

t.test('invalid selectors, and pages that replace functions', async (t) => {
  t.match(await lab.failure({ html: 'x', ignore_selectors: ['p', '%'] }), {
    code: 'invalid_selector',
    message: /^ignore_selectors: "%"/,
  });
  t.match(await lab.failure({ html: 'x', ignore_selectors: [' '] }), { code: 'invalid_parameter' });
  const many = Array.from({ length: 51 }, (_, at) => `.m${at}`);
  t.match(await lab.failure({ html: 'x', ignore_selectors: many }), { code: 'invalid_parameter' });
  const hostile = around(
    `${box(filled)}<form class=m style="${filled}"><input name=parentElement><input name=getRootNode></form><script>Element.prototype.getBoundingClientRect=()=>({left:1});Element.prototype.checkVisibility=()=>false;getComputedStyle=null</script>`,
  );
  const { image, result } = await lab.shoot({ ...ignore, html: hostile, ...small });
  t.equal(result.receipt.ignored?.length, 2);
  t.match(result.receipt.ignored?.[0], { ...coloured(image, red), height: 20 });
});

t.test('a scrape leaves the text of ignored elements out', async (t) => {
  const html =
    '<h1>Title</h1><p>before <b class=clock>12:31</b> after</p><div><template shadowrootmode=open><p class=clock>12:32</p></template></div>';
  for (const format of ['md', 'html', 'json']) {
    const { body } = await lab.render({
      kind: 'scrape',
      html,
      format,
      ignore_selectors: ['.clock'],
      hide_selectors: ['h1'],
    });
    const text = Buffer.from(body).toString();
    t.match(text, 'before', format);
    t.notMatch(text, /12:3|Title/, format);
  }
  t.match(await lab.failure({ kind: 'scrape', html, ignore_selectors: ['%'] }), {
    code: 'invalid_selector',
    message: /^ignore_selectors/,
  });
});
