import { deflateSync } from 'node:zlib';
import t from 'tap';
import { makePdf, rawStream, streamObject, writePdf } from '../../fixtures/make-pdf.ts';
import { pdfHtml } from './pdf-html.ts';
import { pdfLimits } from './pdf-limits.ts';
import { pdfPage } from './pdf-page.ts';
import { readPdf } from './read-pdf.ts';

const url = 'https://a.test/x.pdf';
const root = '/Root 1 0 R';
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A file of one page with this content. */
function pageWith(content: Buffer, more: readonly [number, string | Buffer][] = []): Uint8Array {
  const names = more.map(([number]) => `/X${number} ${number} 0 R`).join(' ');
  const objects = new Map<number, string | Buffer>([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
    [
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << ${names} >> >> >>`,
    ],
    [4, content],
    [5, font],
    ...more,
  ]);
  return writePdf(objects, root);
}

t.test('a hundred thousand pages', async (t) => {
  const page =
    '<< /Type /Page /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>';
  // A hundred branches of a thousand pages each, as programs that write long files make them.
  const branch = `<< /Type /Pages /Parent 2 0 R /Count 1000 /Kids [${'3 0 R '.repeat(1000)}] >>`;
  const branches = Array.from({ length: 100 }, (_, index) => 10 + index);
  const kids = branches.map((number) => `${number} 0 R`).join(' ');
  const objects = new Map<number, string | Buffer>([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Count 100000 /Kids [${kids}] >>`],
    [3, page],
    [4, streamObject('BT /F 10 Tf 72 700 Td (some text) Tj ET')],
    [5, font],
    ...branches.map((number): [number, string] => [number, branch]),
  ]);
  t.equal(pdfLimits.pages, 2000);
  const pdf = await readPdf(writePdf(objects, root), { ...pdfLimits, pages: 200 });
  t.equal(pdf.count, 100_000);
  t.equal(pdf.pages.length, 200);
  const { html, warnings } = pdfPage(pdf, url);
  t.same(warnings, ['The PDF has 100000 pages: all after page 200 are left out.']);
  t.equal(html.split('some text').length - 1, 200, 'pages that are all the same keep their text');
});

t.test('encrypted, damaged, and none at all', async (t) => {
  const secret = makePdf([{ texts: [{ text: 'secret', x: 72, y: 700 }] }], {
    trailer: `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
  });
  await t.rejects(readPdf(secret), { name: 'PdfProblem', message: /encrypted/ });
  await t.rejects(readPdf(new TextEncoder().encode('PK no pdf')), {
    name: 'PdfProblem',
    message: /damaged/,
  });
  await t.rejects(readPdf(new Uint8Array(0)), { name: 'PdfProblem', message: /damaged/ });
  const whole = makePdf([{ texts: [{ text: 'still there', x: 72, y: 700 }] }]);
  const cut = await readPdf(whole.slice(0, whole.length - 20));
  t.equal(
    cut.pages[0]?.pieces[0]?.text,
    'still there',
    'without its end, it is searched for parts',
  );
});

t.test('deep nesting', async (t) => {
  const deep = 20_000;
  const brackets = `${'['.repeat(deep)}${']'.repeat(deep)}`;
  const nested = pageWith(streamObject(`BT /F 10 Tf ${brackets} (text) Tj ET`));
  t.equal((await readPdf(nested)).pages.length, 1);
  const tree = new Map<number, string | Buffer>([[1, '<< /Type /Catalog /Pages 2 0 R >>']]);
  for (let number = 2; number < deep; number += 1) {
    tree.set(number, `<< /Type /Pages /Count 1 /Kids [${number + 1} 0 R] >>`);
  }
  tree.set(deep, `<< /Type /Page /MediaBox [0 0 612 792] >>`);
  const pdf = await readPdf(writePdf(tree, root)).catch((error: unknown) => error as Error);
  t.ok('pages' in pdf || pdf.name === 'PdfProblem');
  const circle = new Map<number, string | Buffer>([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Count 1 /Kids [2 0 R] >>'],
  ]);
  const turned = await readPdf(writePdf(circle, root)).catch((error: unknown) => error as Error);
  t.ok('pages' in turned || turned.name === 'PdfProblem');
});

t.test('a form that draws itself ten times, ten times over', async (t) => {
  const drawn = (number: number) => `/X${number} Do `.repeat(10);
  const forms = Array.from({ length: 10 }, (_, index): [number, Buffer] => {
    const number = 10 + index;
    const text = `BT /F 10 Tf 72 ${700 - index * 20} Td (again) Tj ET`;
    const content = index === 9 ? text : drawn(number + 1);
    const names = `/Resources << /Font << /F 5 0 R >> /XObject << /X${number + 1} ${number + 1} 0 R >> >>`;
    return [
      number,
      rawStream(
        deflateSync(content),
        '/FlateDecode',
        `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${names}`,
      ),
    ];
  });
  const file = pageWith(streamObject(drawn(10)), forms);
  const pdf = await readPdf(file, { ...pdfLimits, pieces: 500 });
  const count = pdf.pages[0]?.pieces.length ?? 0;
  t.ok(count > 0 && count <= 500, `${count} pieces`);
});

t.test('more text than is read', async (t) => {
  const texts = [{ text: 'Some text of a page.', x: 72, y: 700 }];
  const file = makePdf(Array.from({ length: 8 }, () => ({ texts })));
  const pdf = await readPdf(file, { ...pdfLimits, characters: 50 });
  t.equal(pdf.pages.length, 3);
  t.match(pdfPage(pdf, url).warnings, [/all after page 3 is left out/]);
});

/** Letters that HTML writes five times as long, in an address as long as one may be. */
const longLink = `https://a.test/?${'&'.repeat(3900)}`;

/** Pages that share their text and their links: two addresses lie over each line. */
function pagesWithLinks(pages: number, lines: number): Uint8Array {
  const texts = Array.from(
    { length: lines },
    (_, line) => `BT /F 10 Tf 72 ${780 - line * 14} Td (abcd efgh) Tj ET`,
  );
  const kids = Array.from({ length: pages }, (_, page) => `${100 + page} 0 R`).join(' ');
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [6 0 R 7 0 R] /Resources << /Font << /F 5 0 R >> >> >>';
  const link = (from: number, to: number) =>
    `<< /Type /Annot /Subtype /Link /Rect [${from} 0 ${to} 792] /A << /S /URI /URI (${longLink}${from}) >> >>`;
  const objects = new Map<number, string | Buffer>([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`],
    [4, streamObject(texts.join('\n'))],
    [5, font],
    [6, link(72, 95)],
    [7, link(97, 120)],
    ...Array.from({ length: pages }, (_, index): [number, string] => [100 + index, page]),
  ]);
  return writePdf(objects, root);
}

t.test('links that would make a page of hundreds of megabytes', async (t) => {
  const file = pagesWithLinks(40, 50);
  t.ok(file.length < 50_000, `${file.length} bytes`);
  const { html, warnings } = pdfPage(await readPdf(file), url);
  t.ok(html.length > pdfLimits.html * 0.9, `${html.length} characters`);
  t.ok(html.length < pdfLimits.html + 10_000, `${html.length} characters`);
  t.match(html.slice(-100), '</section>\n</main></body></html>', 'what is open is closed');
  t.match(warnings, [/would be too long as a page: what follows on page \d+ is left out/]);
});

t.test('the addresses of all links of a file are bounded', async (t) => {
  const file = pagesWithLinks(5, 1);
  const pdf = await readPdf(file, { ...pdfLimits, linkCharacters: 12_000 });
  t.same(
    pdf.pages.map(({ links }) => links.length),
    [2, 1, 0, 0, 0],
  );
  t.match(pdfPage(pdf, url).warnings, [/4 pages of the PDF have more links than are read/]);
});

t.test('reports omitted parts of a page or of the outline', async (t) => {
  const texts = ['one', 'two', 'three'].map((text, index) => ({
    text,
    x: 72,
    y: 700 - 50 * index,
  }));
  const links = [80, 90].map((x) => ({
    url: `https://a.test/${x}`,
    rect: [x, 690, x + 9, 710] as const,
  }));
  const file = makePdf([{ texts, links }, { texts: texts.slice(0, 1) }]);
  const warningsWith = async (limits: Partial<typeof pdfLimits>) =>
    pdfPage(await readPdf(file.slice(), { ...pdfLimits, ...limits }), url).warnings;
  t.same(await warningsWith({}), []);
  t.match(await warningsWith({ pieces: 1 }), [/1 page of the PDF has more text than is read/]);
  t.match(await warningsWith({ links: 1 }), [/1 page of the PDF has more links than are read/]);
  t.same(await warningsWith({ pieces: 20, links: 2 }), [], 'as many as there may be');
  t.same(await warningsWith({ characters: 14 }), [], 'a text that fits exactly is whole');
  t.match(await warningsWith({ characters: 6 }), [
    /1 page of the PDF has more text/,
    /too long: all after page 1 is left out/,
  ]);
  const entries = [1, 2, 3].map(
    (at) => `<< /Title (${at}) /Parent 20000 0 R ${at < 3 ? `/Next ${20_001 + at} 0 R` : ''} >>`,
  );
  const outlined = makePdf([{ texts }], {
    catalog: '/Outlines 20000 0 R',
    objects: ['<< /First 20001 0 R /Last 20003 0 R /Count 3 >>', ...entries],
  });
  const short = await readPdf(outlined.slice(), { ...pdfLimits, headings: 2 });
  t.match(pdfPage(short, url).warnings, [/outline of the PDF has more entries than are read/]);
  t.same(pdfPage(await readPdf(outlined, { ...pdfLimits, headings: 3 }), url).warnings, []);
});

t.test('reading that takes too long ends with the page at hand', async (t) => {
  const texts = [{ text: 'Some text.', x: 72, y: 700 }];
  const file = makePdf(Array.from({ length: 3 }, () => ({ texts })));
  const pdf = await readPdf(file, { ...pdfLimits, ms: 0 });
  t.equal(pdf.pages.length, 1);
  t.match(pdfPage(pdf, url).warnings, [/takes too long to be read: all after page 1 is left out/]);
});

t.test('each block is in the section of its page', async (t) => {
  const names = Array.from({ length: 60 }, (_, page) => 'abcdefghij'[page % 10]!.repeat(3 + page));
  const pages = names.map((name) => ({
    links: [],
    pieces: ['One', 'Two', 'Three'].map((word, line) => ({
      text: `${word} ${name}.`,
      x: 72,
      right: 300,
      y: 30 + 50 * line,
      size: 10,
      font: 'f',
      isMono: false,
      isRtl: false,
      isAside: false,
    })),
  }));
  const { body, cutAt } = pdfHtml({ pages, outline: [] }, pdfLimits.html);
  t.equal(cutAt, undefined);
  const sections = body.split('<section ').slice(1);
  t.same(
    sections.map((html) => html.match(/(?<=<p>\w+ )\w+/g)),
    names.map((name) => [name, name, name]),
  );
});
