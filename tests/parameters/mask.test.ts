import { COLOURS, type Colour, type DecodedImage, inDepth } from '@tintype/testkit';
import t from 'tap';
import { pdfLinks, pdfText, withoutPoppler } from '../pdf/poppler.ts';
import { createLab } from './lab.ts';

// Frames of other sites have processes of their own.
const lab = await createLab(t, { chrome: { args: ['--site-per-process'] } });
const { server } = lab;
const small = { viewport_width: 320, viewport_height: 240 };
const grey: Colour = [128, 128, 128, 255];
const rose: Colour = [225, 29, 72, 255];
const mask = { mask_selectors: ['.m'] };

/** Number of pixels in which red outweighs the other channels: all secrets are red. */
function reddish({ data }: DecodedImage): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red > Math.max(green, blue) + 12) count += 1;
  }
  return count;
}

/** Number of pixels that differ without being of the mask. */
function movedBeside(plain: DecodedImage, masked: DecodedImage): number {
  let count = 0;
  for (let at = 0; at < plain.data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = masked.data.subarray(at, at + 3);
    const isMask = red === green && green === blue && red >= 128;
    const isSame = plain.data
      .subarray(at, at + 3)
      .every((value, i) => value === [red, green, blue][i]);
    if (!isMask && !isSame) count += 1;
  }
  return count;
}

const red = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="50" height="40"><rect width="50" height="40" fill="red"/></svg>')}`;
const secrets: Record<string, string> = {
  'a heading': '<h1 class=m>secret</h1>',
  'text over several lines':
    '<p style="width:120px">see <span class=m>secret text over several lines</span></p>',
  'an image': `<img class=m src="${red}">`,
  controls:
    '<input class=m value=secret style="color:red"><input class=m type=checkbox checked style="accent-color:red"><meter class=m max=9 value=5></meter><progress class=m max=9 value=5></progress><input class=m type=radio><input class=m type=range style="accent-color:red"><textarea class=m style="color:red">secret</textarea><select class=m style="color:red"><option>secret</select><button class=m style="color:red">secret</button>',
  'borders, backgrounds and pseudo-elements': `<style>.deco{border:6px dotted red;background:url("${red}");border-radius:30px;box-shadow:inset 0 0 9px red;text-shadow:60px 0 red;width:120px} .deco::before{content:'secret';color:red!important;position:absolute;left:80px}</style><div class="m deco">secret</div>`,
  'content outside of its box':
    '<div class=m style="height:9px;width:40px">secret<br>secret<b style="position:relative;left:90px">secret</b></div><br><br>',
  'important styles of the page':
    '<style>.loud,.loud *{color:red!important;opacity:1!important;filter:none!important;background:red!important;visibility:visible!important;transition:all 9s!important}</style><p class="m loud">secret <b>secret</b></p>',
  'translucent elements': '<p class=m style="opacity:0.5">secret</p>',
  'transformed elements':
    '<p class=m style="transform:rotate(4deg) scale(1.2);width:90px;margin:30px">secret</p>',
  'a link around blocks': `<a class=m href="https://example.com/secret"><div>secret</div><img src="${red}"></a>`,
  'rows and cells': '<table><tr class=m><td>secret<td>secret</tr><tr><td class=m>secret</table>',
  'elements without a box': '<div class=m style="display:contents">secret <p>secret</p></div>',
  'a scrolled box':
    '<div style="height:60px;overflow:auto"><p class=m>secret</p><p style="height:90px"></p></div>',
  columns:
    '<div style="columns:2;height:70px;width:300px"><p class=m>secret secret secret secret secret secret secret secret secret secret secret secret</p></div>',
  'a closed shadow tree': `<x-closed class=m></x-closed><script>document.querySelector('x-closed').attachShadow({mode:'closed'}).innerHTML='<p style="color:red">secret</p>'</script>`,
  'an open shadow tree':
    '<div><template shadowrootmode=open><p>see <b class=m style="color:red">secret</b></p></template></div>',
  'slotted content':
    '<div><template shadowrootmode=open><style>.m{background:red}</style><div class=m><slot></slot></div></template><p style="color:red">secret</p></div>',
  drawings:
    '<svg width=90 height=30><text class=m y=20 fill=red>secret</text></svg><svg class=m width=90 height=30><text y=20 fill=red>secret</text></svg>',
  'a frame': '<iframe class=m srcdoc="<p style=color:red>secret" width=90 height=50></iframe>',
  'elements in a frame':
    '<iframe srcdoc="<p class=m style=color:red>secret" width=90 height=50 style="border:0"></iframe>',
  'sticky and fixed elements':
    '<p class=m style="position:sticky;top:0">secret</p><p class=m style="position:fixed;bottom:0;right:0">secret</p>',
};
const style = '<style>body{margin:0;font:16px/1.2 sans-serif;color:#00c}.m,.m *{color:red}</style>';
const pageOf = (body: string) =>
  `<!doctype html><meta charset=utf-8>${style}<p>seen</p>${body}<div style="height:120vh;background:linear-gradient(#fff,#cff)"></div><p>seen</p>`;

t.test('mask_selectors covers every kind of element, and moves nothing', async (t) => {
  const single = inDepth(t, 'one by one') ? Object.entries(secrets) : [];
  const together = ['all together', Object.values(secrets).join('')] as const;
  for (const [name, body] of [...single, together]) {
    await using page = await lab.open({ html: pageOf(body), ...small });
    for (const shape of [{}, { full_page: true }]) {
      const { image: plain } = await page.shoot(shape);
      t.ok(reddish(plain) > 20, `${name}: it can be seen`);
      const { image, result } = await page.shoot({ ...mask, ...shape });
      t.equal(reddish(image), 0, `${name}: nothing of it can be seen`);
      t.same([image.width, image.height], [plain.width, plain.height], name);
      t.equal(movedBeside(plain, image), 0, `${name}: nothing beside it differs`);
      t.same(result.warnings, []);
      const { image: after } = await page.shoot(shape);
      t.equal(after.countDifferent(plain), 0, `${name}: the page is as before`);
    }
  }
});

t.test('a masked control does not show its value', async (t) => {
  const controls = (value: number, checked: string) =>
    `${style}<input class=m type=checkbox ${checked}><input class=m type=radio ${checked}><input class=m type=range min=0 max=9 value=${value}><input class=m type=color value="#${value}00000"><meter class=m max=9 value=${value}></meter><progress class=m max=9 value=${value}></progress><input class=m value=${value}>`;
  const { image: one } = await lab.shoot({ html: controls(1, ''), ...mask, ...small });
  const { image: other } = await lab.shoot({ html: controls(8, 'checked'), ...mask, ...small });
  t.equal(one.countDifferent(other), 0);
  t.ok(one.count(grey) > 1000);
});

t.test('a mask is as large as its element, at any scale', async (t) => {
  const html = `${style}<div id=part style="width:100px"><p class=m style="margin:0 0 10px;width:50px;height:20px">secret secret secret</p>x</div>`;
  for (const scale of [1, 2]) {
    const { image } = await lab.shoot({
      html,
      selector: '#part',
      ...mask,
      device_scale_factor: scale,
      ...small,
    });
    t.equal(image.width, 100 * scale);
    t.equal(image.count(grey), 50 * 20 * scale ** 2);
    t.equal(reddish(image), 0);
  }
});

t.test(
  'mask_selectors covers elements that the page adds or changes during the capture',
  async (t) => {
    const html = `${pageOf('<p id=a>a</p><iframe srcdoc="x" style="width:100%;height:50px"></iframe>')}<script>
const secret = '<p class=m style="background:red">secret</p>';
onresize = () => { document.body.insertAdjacentHTML('afterbegin', secret) };
let changes = 0;
new MutationObserver(() => {
  const masked = document.querySelector('.m');
  if (masked && changes++ < 20) masked.setAttribute('style', 'background:red');
}).observe(document.body, { subtree: true, childList: true, attributes: true });
</script>`;
    for (const kind of [{ full_page: true }, { kind: 'pdf', pdf_single_page: true }]) {
      if (kind.kind === undefined) {
        const { image } = await lab.shoot({ html, ...kind, ...mask, ...small });
        t.equal(reddish(image), 0);
      } else if (!withoutPoppler) {
        const { body } = await lab.render({ html, ...kind, ...mask });
        t.notMatch(pdfText(body), /secret/);
      }
    }
  },
);

t.test('mask_selectors reaches frames of other sites', async (t) => {
  server.page(
    '/inner',
    `<body style="margin:0"><p class=m style="background:red;color:red">secret`,
  );
  const url = server.page(
    '/outer',
    `<!doctype html><iframe src="${server.url('/inner', '127.0.0.2')}" style="border:0;width:200px;height:90px"></iframe>`,
  );
  const page = { url, wait_until: ['load'], ...small };
  const { image, result } = await lab.shoot({ ...page, ...mask });
  t.equal(reddish(image), 0);
  t.ok(image.count(grey) > 2000);
  t.same(result.warnings, []);
  const { image: plain } = await lab.shoot(page);
  t.ok(reddish(plain) > 2000);
});

t.test('a PDF contains no masked text, link or heading', { skip: withoutPoppler }, async (t) => {
  const body = `${Object.values(secrets).join('')}<h1 class=m>secret</h1><p class=m><a href="https://example.com/secret">secret</a></p>`;
  for (const more of [{}, { pdf_single_page: true }, { pdf_outline: true, pdf_tagged: true }]) {
    const html = pageOf(body);
    const { body: masked } = await lab.render({ kind: 'pdf', html, ...mask, ...more });
    t.match(pdfText(masked), /seen/);
    t.notMatch(pdfText(masked), /secret/);
    t.same(pdfLinks(masked), []);
    t.notMatch(Buffer.from(masked).toString('latin1'), /secret/);
  }
});

t.test('a page that shows masked elements in spite of it makes the render fail', async (t) => {
  const opposing = {
    host: `<x-host class=m></x-host><script>document.querySelector('x-host').attachShadow({mode:'open'}).innerHTML='<style>:host{filter:none!important;display:block}</style>secret'</script>`,
    observer: `<p class=m>secret</p><script>new MutationObserver(() => document.querySelector('p').removeAttribute('style')).observe(document.querySelector('p'), { attributes: true })</script>`,
    many: '<i class=m>secret</i>'.repeat(1001),
  };
  for (const [name, html] of Object.entries(opposing)) {
    const error = await lab.failure({ html, ...mask, ...small });
    t.equal(error.code, 'page_unresponsive', name);
    t.match(error.message, /^mask_selectors: not everything could be masked: /, name);
  }
});

t.test('blur_selectors makes text unreadable, and moves nothing', async (t) => {
  const text = '<h1 class=m>secret</h1><p>see <b class=m>secret</b></p>';
  await using page = await lab.open({ html: pageOf(text), ...small });
  const { image: plain } = await page.shoot();
  const { image } = await page.shoot({ blur_selectors: ['.m'] });
  t.ok(plain.count(COLOURS.red) > 100);
  t.equal(image.count(COLOURS.red, 100), 0, 'no letter is as red as before');
  t.ok(reddish(image) > reddish(plain), 'but what is around them');
  const { image: after } = await page.shoot();
  t.equal(after.countDifferent(plain), 0);
  if (withoutPoppler) return;
  const { body } = await page.capture({ kind: 'pdf', blur_selectors: ['.m'] });
  t.notMatch(pdfText(body), /secret/);
});

t.test('highlight_selectors outlines and numbers elements, with captions', async (t) => {
  const box = (className: string, place: string) =>
    `<div class="${className}" style="width:60px;height:40px;background:#00f;${place}"></div>`;
  const html = `<!doctype html><body style="margin:0;height:600px">${box('b', 'position:absolute;left:20px;top:60px')}${box('a', 'position:absolute;left:120px;top:500px')}${box('b', 'position:fixed;right:0;bottom:0')}`;
  await using page = await lab.open({ html, ...small });
  const { image: plain } = await page.shoot({ full_page: true });
  const { image } = await page.shoot({
    full_page: true,
    highlight_selectors: ['.a -- A caption, with a comma', '.b'],
  });
  t.same([image.width, image.height], [plain.width, plain.height]);
  for (const [left, top] of [
    [20, 60],
    [120, 500],
  ] as const) {
    image.expectSolid(rose, 0, { x: left + 20, y: top + 41, width: 43, height: 3 });
    image.expectSolid(rose, 0, { x: left + 61, y: top + 20, width: 3, height: 20 });
    image.expectSolid(COLOURS.blue, 0, { x: left + 10, y: top + 10, width: 50, height: 30 });
    t.same(image.at(left - 4, top + 30), rose);
  }
  const caption = { x: 120, y: 486, width: 140, height: 20 };
  t.ok(image.count(rose, 0, caption) > 1500, 'the caption is beside the badge');
  t.ok(image.count(COLOURS.white, 60, caption) > 100, 'in white');
  const fixedTop = 240 - 40;
  t.same(image.at(319, fixedTop + 20), rose, 'an outline stays inside the page');
  const { image: after } = await page.shoot({ full_page: true });
  t.equal(after.countDifferent(plain), 0);
  const { image: part } = await page.shoot({ selector: '.a', highlight_selectors: ['.a'] });
  part.expectSolid(rose, 0, { x: 0, y: 37, width: 60, height: 3 });
  t.ok(part.count(COLOURS.white, 60) > 5, 'the number is in the image');
});

t.test(
  'highlights of shadow roots and frames are numbered after those of the document',
  async (t) => {
    const html = `<div><template shadowrootmode=open><p class=m style="width:90px">x</p></template></div><iframe srcdoc="<p class=m style='margin:30px'>x" style="width:200px;height:100px;border:0"></iframe>`;
    const { image } = await lab.shoot({ html, highlight_selectors: ['.m'], ...small });
    t.ok(image.count(rose) > 1200, `${image.count(rose)}`);
  },
);

t.test('selectors of marked elements: what is wrong, and what matches nothing', async (t) => {
  const html = '<p>text';
  for (const name of ['mask_selectors', 'blur_selectors', 'highlight_selectors']) {
    const invalid = await lab.failure({ html, [name]: ['p', '::?'], ...small });
    t.match(invalid, { code: 'invalid_selector', details: [{ parameter: name }] });
    for (const blank of [' ', ...(name === 'highlight_selectors' ? [' -- caption'] : [])]) {
      const wrong = await lab.failure({ html, [name]: [blank], ...small });
      t.match(wrong, { code: 'invalid_parameter', details: [{ parameter: name }] });
    }
    const { warnings } = await lab.render({ html, [name]: ['p', '.none'], ...small });
    const expected = `${name}: nothing on the page matched ".none".`;
    t.same(warnings, name === 'mask_selectors' ? [expected] : []);
  }
});
