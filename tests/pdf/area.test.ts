import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { pdfPixels, pdfText, pdfWords, withoutPoppler } from './poppler.ts';
import { readPdf } from './read-pdf.ts';

const lab = await createLab(t);
const pdf = (parameters: object) => lab.render({ kind: 'pdf', ...parameters });

t.test('a clip is a page of exactly its area', { skip: withoutPoppler }, async (t) => {
  const cells = Array.from({ length: 120 }, (_, index) => {
    const colour = (index * 2_654_435) % 0xffffff;
    return `<i style="background:#${colour.toString(16).padStart(6, '0')}">w${index}</i>`;
  });
  const html = `<!doctype html><style>body{margin:0;width:1500px;display:grid;grid-template-columns:repeat(10,150px)}i{height:100px;break-before:page}
@media (min-width:1200px){i{outline:0}} @page{margin:3in}</style>${cells.join('')}`;
  const page = { html, viewport_width: 1300, viewport_height: 700 };
  await using opened = await lab.open(page);
  await using beyond = await lab.open({ ...page, capture_beyond_viewport: true });
  const clip = (clip_x: number, clip_y: number, clip_width: number, clip_height: number) => ({
    clip_x,
    clip_y,
    clip_width,
    clip_height,
  });
  const background = { kind: 'pdf', pdf_print_background: true };
  for (const [from, area] of [
    [opened, clip(301, 203, 401, 299)],
    ...(inDepth(t, 'a clip of one pixel') ? [[opened, clip(0, 0, 1, 1)] as const] : []),
    [beyond, clip(1100, 950, 377, 233)],
  ] as const) {
    const { body } = await from.capture({ ...background, ...area });
    const { pages } = readPdf(body);
    t.same(pages, [{ width: area.clip_width * 0.75, height: area.clip_height * 0.75 }]);
    const { image } = await from.shoot(area);
    const printed = await pdfPixels(body);
    // Poppler reads fractions a little too large and rounds up.
    t.ok(printed.width - image.width <= 1 && printed.height - image.height <= 1);
    let differing = 0;
    for (let y = 0; y < image.height; y += 1) {
      for (let x = 0; x < image.width; x += 1) {
        const [red, green, blue] = image.at(x, y);
        const found = printed.at(x, y);
        if (Math.abs(red - found[0]) + Math.abs(green - found[1]) + Math.abs(blue - found[2]) > 90)
          differing += 1;
      }
    }
    const share = differing / (image.width * image.height);
    t.ok(
      share < 0.02,
      `${(share * 100).toFixed(2)} % of the pixels are not those of the screenshot`,
    );
  }
  const inside = clip(301, 201, 140, 90);
  const { body } = await opened.capture({ ...background, ...inside });
  const texts = pdfWords(body).map(({ text }) => text);
  t.same(texts, ['w22']);
  t.notMatch(readPdf(body).streams.join(''), /BT[^]*BT/, 'what lies outside is not in the file');
  if (!inDepth(t, 'a scaled clip, and one outside')) return;
  const { body: scaled } = await opened.capture({ ...background, pdf_scale: 1.5, ...inside });
  t.same(readPdf(scaled).pages, [{ width: 157.5, height: 101.25 }]);
  t.same(
    pdfWords(scaled).map(({ text }) => text),
    ['w22'],
  );
  t.match(await opened.failure({ kind: 'pdf', clip_y: 5000, clip_width: 10, clip_height: 10 }), {
    code: 'invalid_parameter',
    message: /lies outside the viewport/,
  });
});

const noMargins = {
  pdf_margin_top: 0,
  pdf_margin_right: 0,
  pdf_margin_bottom: 0,
  pdf_margin_left: 0,
};

/** Height of the only page in CSS pixels. */
function heightOf(body: Uint8Array): number {
  const { pages } = readPdf(body);
  if (pages.length !== 1) throw new Error(`${pages.length} pages`);
  return (pages[0]?.height ?? 0) / 0.75;
}

/** A document that ends where its last box does. */
function boxes(height: number, css = ''): string {
  return `<!doctype html><style>body{margin:0}${css}</style><div style="height:${height}px">first</div><p style="height:20px;margin:0">last</p>`;
}

t.test('one page as tall as the document', async (t) => {
  const isAbout = async (wanted: number, html: string, more: object, what: string) => {
    const { body, warnings } = await pdf({ html, pdf_single_page: true, ...more });
    const found = heightOf(body);
    t.ok(Math.abs(found - wanted) <= 3, `${what}: ${found}, not ${wanted}`);
    if (!withoutPoppler) t.match(pdfText(body), /first[^]*last/);
    return warnings;
  };
  t.same(await isAbout(5020, boxes(5000), noMargins, 'a long one'), []);
  await isAbout(120 + 76.8, boxes(100), {}, 'with margins');
  await isAbout(1510, boxes(3000), { ...noMargins, pdf_scale: 0.5 }, 'at half its size');
  await isAbout(820, boxes(800, 'p{break-before:page}'), noMargins, 'with page breaks');
  const quirks = boxes(300).replace('<!doctype html>', '');
  await isAbout(320, quirks, noMargins, 'without a doctype');
  if (!inDepth(t, 'other heights')) return;
  await isAbout(120, boxes(100), noMargins, 'a short one');
  await isAbout(1020, boxes(1000), { ...noMargins, pdf_landscape: true }, 'landscape');
  const tall = await isAbout(60_020, boxes(60_000), noMargins, 'a very long one');
  t.match(tall, [/taller than 200 in/]);
});

t.test('links and languages that look like pages are none', async (t) => {
  const media = '9%200%20obj//Type/Page//MediaBox[0%200%201%201]';
  const lang = '>>endobj 9 0 obj<</Type /Page /MediaBox [0 0 9 9]>> /Count 7';
  const links = Array.from(
    { length: 4 },
    (_, index) => `<a href="https://example.com/${media}?/Type/Page/${index}">x</a>`,
  );
  const html = boxes(900).replace('<div', `${links.join('')}<div`);
  const hostile = html.replace('<style>', `<html lang="${lang}"><style>`);
  const plain = await pdf({ html, pdf_single_page: true, ...noMargins });
  await using page = await lab.open({ html: hostile });
  const whole = { kind: 'pdf', pdf_single_page: true, ...noMargins };
  const { body, warnings } = await page.capture(whole);
  t.same(warnings, []);
  t.same(plain.warnings, []);
  t.ok(Math.abs(heightOf(body) - 938) <= 4, `${heightOf(body)}`);
  t.equal(heightOf(plain.body), heightOf(body));
  t.match(await page.failure({ kind: 'pdf', pdf_page_ranges: '1,3' }), {
    code: 'invalid_parameter',
    message: /no page 3/,
  });
  const clip = { clip_width: 300, clip_height: 200 };
  const cut = await page.capture({ kind: 'pdf', pdf_tagged: true, ...clip });
  t.same(readPdf(cut.body).pages, [{ width: 225, height: 150 }]);
});

t.test('what is as tall as the window stays so on one page', async (t) => {
  const html = `<!doctype html><style>html,body{height:100%}body{margin:0}.hero{height:100vh}.pad{padding:10vh 0}.min{min-height:50vh}
.bar{position:fixed;bottom:0;height:30px;width:100%;background:#0f0}</style>
<div class="hero">first</div><div class="pad">x</div><div class="min">y</div><div class="bar">bar</div><p style="height:500px;margin:0">last</p>`;
  const page = { html, viewport_height: 600, pdf_single_page: true, ...noMargins };
  const { body } = await pdf({ ...page, pdf_print_background: true });
  const wanted = 600 + 120 + 18 + 300 + 500;
  t.ok(Math.abs(heightOf(body) - wanted) <= 4, `${heightOf(body)}, not ${wanted}`);
  if (withoutPoppler) return void t.pass('as poppler reads it', { skip: withoutPoppler });
  const bar = pdfWords(body).filter(({ text }) => text === 'bar');
  t.equal(bar.length, 1);
  t.ok(Math.abs((bar[0]?.top ?? 0) - 570 * 0.75) < 6, 'a fixed bar is where the window ended');
});

t.test('shrinks a document that is wider than the paper', { skip: withoutPoppler }, async (t) => {
  const html = `<!doctype html><style>body{margin:0}table{width:1000px}td{height:2000px;vertical-align:bottom}</style><table><tr><td>left<td style="text-align:right">right</table>`;
  const { body } = await pdf({ html, pdf_single_page: true, ...noMargins });
  const words = pdfWords(body);
  t.same(words.map(({ text }) => text).sort(), ['left', 'right']);
  t.ok(words.every(({ right }) => right <= 612));
  const wanted = 2004 * (816 / 1000);
  t.ok(Math.abs(heightOf(body) - wanted) < 12, `${heightOf(body)}, not ${wanted}`);
});
