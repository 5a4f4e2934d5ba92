import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab, type Parameters } from '../parameters/lab.ts';
import { pageSize, pdfInfo, pdfPixels, pdfWords, withoutPoppler } from './poppler.ts';
import { readPdf } from './read-pdf.ts';

const lab = await createLab(t);
const { server } = lab;
const pdf = (parameters: object) => lab.render({ kind: 'pdf', ...parameters });

/** Prints one document in many ways: what is said of the paper does not change the page. */
async function printer(document: Parameters | string) {
  const page = await lab.open(typeof document === 'string' ? { html: document } : document);
  return {
    print: (parameters: object) => page.capture({ kind: 'pdf', ...parameters }),
    failure: (parameters: object) => page.failure({ kind: 'pdf', ...parameters }),
    [Symbol.asyncDispose]: () => page[Symbol.asyncDispose](),
  };
}

/** ISO 216 and ANSI sizes in millimetres, written down a second time on purpose. */
const papers: Record<string, [number, number]> = {
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  tabloid: [279.4, 431.8],
  ledger: [431.8, 279.4],
  a0: [841, 1189],
  a1: [594, 841],
  a2: [420, 594],
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
  a6: [105, 148],
};

/** Chromium rounds a page to whole points, and then to a grid of 300 to the inch. */
const toleranceMm = 0.22;

const mm = (points: number) => (points / 72) * 25.4;
const isNear = (a: number, b: number) => Math.abs(a - b) <= toleranceMm;

t.test('each paper format has its size, upright and turned', async (t) => {
  await using page = await printer('<p>x');
  const letter = [{ width: 612, height: 792 }];
  t.same(readPdf((await page.print({})).body).pages, letter, 'letter is the default');
  const covering = ['letter', 'ledger', 'a0', 'a4'];
  for (const [pdf_paper_format, [width, height]] of Object.entries(papers)) {
    if (!covering.includes(pdf_paper_format) && !inDepth(t, pdf_paper_format)) continue;
    const paper = { pdf_paper_format };
    const portrait = await page.print(paper);
    t.equal(portrait.mediaType, 'application/pdf');
    t.equal(portrait.extension, 'pdf');
    const landscape = await page.print({ ...paper, pdf_landscape: true });
    for (const [result, wide, high] of [
      [portrait, width, height],
      [landscape, Math.max(width, height), Math.min(width, height)],
    ] as const) {
      const [size = { width: 0, height: 0 }] = readPdf(result.body).pages;
      const found = `${pdf_paper_format}: ${mm(size.width)} x ${mm(size.height)} mm`;
      t.ok(isNear(mm(size.width), wide) && isNear(mm(size.height), high), found);
      if (withoutPoppler) continue;
      const said = pageSize(result.body);
      t.ok(isNear(mm(said.width), wide) && isNear(mm(said.height), high), 'poppler agrees');
    }
  }
});

t.test('the paper is the one of the request, the margins may be the document’s', async (t) => {
  const html = `<style>@page { size: 5in 7in landscape !important; margin: 2in } body { margin: 0 }</style><p style="margin:0">word`;
  await using page = await printer(html);
  const paper = { pdf_paper_format: 'a5' };
  const { body } = await page.print(paper);
  const [size] = readPdf(body).pages;
  t.ok(size && isNear(mm(size.width), 148) && isNear(mm(size.height), 210));
  if (withoutPoppler) return void t.pass('as poppler reads it', { skip: withoutPoppler });
  const [word] = pdfWords(body);
  t.ok(word && Math.abs(word.left - 144) < 1, 'margin of the document');
  const [own] = pdfWords((await page.print({ pdf_margin_left: '1in' })).body);
  t.ok(own && Math.abs(own.left - 72) < 1, 'margin of the request');
  t.ok(own && Math.abs(own.top - 144) < 6, 'the other margins stay');
});

t.test('a paper of any size', async (t) => {
  await using page = await printer('<p>x');
  const card = { pdf_paper_width: '85mm', pdf_paper_height: '5.5cm', pdf_paper_format: 'a4' };
  const sized = async (more: object) => {
    const [size = { width: 0, height: 0 }] = readPdf((await page.print(more)).body).pages;
    return size;
  };
  const small = await sized(card);
  t.ok(isNear(mm(small.width), 85) && isNear(mm(small.height), 55), JSON.stringify(small));
  const turned = await sized({
    pdf_paper_width: '4in',
    pdf_paper_height: '5in',
    pdf_landscape: true,
  });
  t.same(turned, { width: 360, height: 288 });
  const wide = await sized({ pdf_single_page: true, pdf_paper_width: 1000 });
  t.equal(wide.width, 750);
  const preferred = { pdf_paper_width: '6in', pdf_paper_height: '6in' };
  const own = await sized({ ...preferred, pdf_prefer_css_page_size: true });
  t.same(own, { width: 432, height: 432 }, 'the request’s where the document has none');
});

t.test('without a paper, uses the document’s', async (t) => {
  const slides = `<style>@page { size: 1280px 720px; margin: 0 } body { margin: 0 } section { height: 720px; break-after: page } section:last-child { break-after: auto }</style>
<section>one</section><section>two</section>`;
  await using page = await printer(slides);
  const sizes = async (more: object, html?: string) => {
    const { body } = await (html === undefined ? page.print(more) : pdf({ html, ...more }));
    return readPdf(body).pages.map(({ width, height }) => [width, height]);
  };
  const own = [960, 540];
  t.same(await sizes({}), [own, own]);
  t.same(await sizes({ media_type: 'print' }, slides), [own, own]);
  t.same(await sizes({ pdf_prefer_css_page_size: true, pdf_paper_format: 'letter' }), [own, own]);
  t.match(await sizes({ pdf_paper_format: 'letter' }), [[612, 792]]);
  t.match(await sizes({ pdf_prefer_css_page_size: false }), [[612, 792]]);
  t.match(await sizes({ pdf_paper_width: '6in', pdf_paper_height: '6in' }), [[432, 432]]);
  t.match(await sizes({ pdf_landscape: true }), [[792, 612]]);
  const mixed =
    '<style>@page wide { size: 10in 5in } b { page: wide; display: block }</style><p>x<b>y';
  t.same(await sizes({}, mixed), [
    [612, 792],
    [720, 360],
  ]);
});

t.test('a document cannot ask for pages that cannot be', async (t) => {
  const asked = async (css: string) => {
    const { body, warnings } = await pdf({ html: `<style>@page { ${css} }</style><p>x` });
    return { size: readPdf(body).pages[0], warnings };
  };
  t.match(await asked('size: 100000in 100000in'), { warnings: [/larger than 200 in/] });
  const letter = { size: { width: 612, height: 792 }, warnings: [] };
  t.same(await asked('size: 0 0; margin: 0'), letter);
  t.same(await asked('size: 1in 1in; margin: 1in'), letter);
});

t.test('tables repeat head and foot on each page', { skip: withoutPoppler }, async (t) => {
  const rows = Array.from({ length: 90 }, (_, row) => `<tr><td>row${row}`).join('');
  const table = `<table><thead><tr><th>Head<tfoot><tr><td>Foot<tbody>${rows}</table>`;
  const inShadow = `<div><template shadowrootmode="open">${table}</template></div>`;
  const kept = `<style>thead { break-inside: auto }</style>${table}`;
  const isRepeated = async (html: string, heads: number, ...ways: object[]) => {
    await using page = await printer(html);
    for (const more of ways) {
      const words = pdfWords((await page.print(more)).body);
      const on = (wanted: string) =>
        words.filter(({ text }) => text === wanted).map(({ page }) => page);
      const isOnePage = 'pdf_single_page' in more;
      t.same(on('Head'), isOnePage ? [1] : [1, 2, 3].slice(0, heads), html.slice(0, 60));
      t.equal(on('Foot').length, isOnePage ? 1 : 3);
    }
  };
  await isRepeated(table, 3, {}, { pdf_single_page: true });
  await isRepeated(inShadow, 3, {});
  await isRepeated(kept, 1, {});
  if (!inDepth(t, 'printed as print')) return;
  const words = pdfWords((await pdf({ html: table, media_type: 'print' })).body);
  t.equal(words.filter(({ text }) => text === 'Head').length, 3);
});

t.test('margins', { skip: withoutPoppler }, async (t) => {
  const html = `<style>html { background: #f00 } body { margin: 0; height: 3000px; background: #f00 }</style>`;
  await using page = await printer(html);
  for (const [margins, [top, right, bottom, left]] of [
    [{}, [38.4, 38.4, 38.4, 38.4]],
    [
      {
        pdf_margin_top: '1in',
        pdf_margin_right: 20,
        pdf_margin_bottom: '2cm',
        pdf_margin_left: '5mm',
      },
      [96, 20, 75.6, 18.9],
    ],
    [
      { pdf_margin_top: 0, pdf_margin_right: 0, pdf_margin_bottom: 0, pdf_margin_left: 0 },
      [0, 0, 0, 0],
    ],
  ] as const) {
    const { body } = await page.print({ pdf_print_background: true, ...margins });
    const image = await pdfPixels(body);
    const isRed = (x: number, y: number) => image.at(x, y)[1] === 0;
    const first = (count: number, test: (index: number) => boolean) => {
      for (let index = 0; index < count; index += 1) if (test(index)) return index;
      return count;
    };
    const { width, height } = image;
    const found = [
      first(height, (y) => isRed(width / 2, y)),
      first(width, (x) => isRed(width - 1 - x, height / 2)),
      first(height, (y) => isRed(width / 2, height - 1 - y)),
      first(width, (x) => isRed(x, height / 2)),
    ];
    for (const [index, wanted] of [top, right, bottom, left].entries())
      t.ok(Math.abs((found[index] ?? -1) - wanted) <= 1.5, `${found.join(' ')}: ${wanted}`);
  }
});

t.test('pdf_scale', { skip: withoutPoppler }, async (t) => {
  const html = '<body style="margin:0"><p style="margin:100px 0 0 100px;font:20px sans-serif">word';
  await using page = await printer(html);
  const place = async (pdf_scale: number) => {
    const { body } = await page.print({ pdf_scale, pdf_margin_top: 0, pdf_margin_left: 0 });
    const [word = { left: 0, right: 0 }] = pdfWords(body);
    return { left: word.left, width: word.right - word.left };
  };
  const [plain, half, double] = await Promise.all([place(1), place(0.5), place(2)]);
  t.ok(Math.abs(plain.left - 75) < 1);
  t.ok(Math.abs(half.left - 37.5) < 1 && Math.abs(half.width * 2 - plain.width) < 1);
  t.ok(Math.abs(double.left - 150) < 1 && Math.abs(double.width / 2 - plain.width) < 1);
});

t.test('pdf_page_ranges', { skip: withoutPoppler }, async (t) => {
  const pages = Array.from(
    { length: 5 },
    (_, index) => `<p style="break-after:page">page${index + 1}</p>`,
  );
  const html = pages.join('').replace(/ style="[^"]*">page5/, '>page5');
  await using opened = await printer(html);
  const kept = async (pdf_page_ranges: string) =>
    pdfWords((await opened.print({ pdf_page_ranges })).body)
      .map(({ text }) => text.slice(4))
      .join(' ');
  t.equal(await kept('1-5'), '1 2 3 4 5');
  t.equal(await kept('2'), '2');
  t.equal(await kept('4-, 1'), '1 4 5');
  t.equal(await kept('-2,4'), '1 2 4');
  t.equal(await kept('3-99'), '3 4 5', 'a range may end beyond the document, as printers have it');
  for (const [ranges, page] of [
    ['6', ''],
    ['1,7', 'page 7'],
    ['2-3, 9-10, 8', 'page 8'],
  ] as const) {
    if (page === '' && !inDepth(t, ranges)) continue;
    const error = await opened.failure({ pdf_page_ranges: ranges });
    t.match(error, {
      code: 'invalid_parameter',
      status: 400,
      details: [{ parameter: 'pdf_page_ranges' }],
    });
    t.match(error.message, /^pdf_page_ranges: /);
    t.ok(error.message.includes(page), error.message);
  }
});

t.test('header and footer', { skip: withoutPoppler }, async (t) => {
  const url = server.page(
    '/titled',
    '<title>The Title</title><p style="break-after:page">one<p>two',
  );
  await using page = await printer({ url });
  const { body } = await page.print({
    pdf_margin_top: '2cm',
    pdf_margin_bottom: '2cm',
    pdf_margin_left: '3cm',
    pdf_header_html: '<b class="title"></b>',
    pdf_footer_html:
      '<p style="text-align:right"><span class="pageNumber"></span>/<span class="totalPages"></span></p>',
  });
  const words = pdfWords(body);
  const on = (page: number) => words.filter((word) => word.page === page);
  t.same(
    on(2)
      .map(({ text }) => text)
      .sort(),
    ['2/2', 'The', 'Title', 'two'],
  );
  const the = on(1).find(({ text }) => text === 'The');
  const count = on(1).find(({ text }) => text === '1/2');
  t.ok(the && Math.abs(the.left - (3 / 2.54) * 72) < 1, 'the header begins at the margin');
  t.ok(the && the.bottom < 57 && the.bottom - the.top > 6, 'in the margin, large enough to read');
  t.ok(count && Math.abs(count.right - (612 - 28.8)) < 2 && count.top > 792 - 57);
  const { body: half } = await page.print({ pdf_footer_html: 'foot' });
  t.same(
    pdfWords(half)
      .map(({ text }) => text)
      .sort(),
    ['foot', 'foot', 'one', 'two'],
    'no header of Chromium’s own',
  );
});

t.test('pdf_outline and pdf_tagged', async (t) => {
  const html = '<h1>First</h1><p>text</p><h2>Second</h2><h1>Third</h1>';
  await using page = await printer(html);
  const plain = readPdf((await page.print({})).body);
  t.match(plain, { tagged: false, outline: false });
  t.match(readPdf((await page.print({ pdf_tagged: true })).body), { tagged: true, outline: false });
  const outlined = await page.print({ pdf_outline: true });
  t.match(readPdf(outlined.body), { tagged: true, outline: true });
  for (const name of ['First', 'Second', 'Third'])
    t.match(Buffer.from(outlined.body).toString('latin1'), `/Title (${name})`);
  if (!withoutPoppler) t.match(pdfInfo(outlined.body), { Tagged: 'yes' });
});
