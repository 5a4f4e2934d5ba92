import { deflateSync } from 'node:zlib';
import t from 'tap';
import { makePdf, rawStream, streamObject, writePdf } from '../../fixtures/make-pdf.ts';
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
  const pdf = await readPdf(writePdf(objects, root));
  t.equal(pdf.count, 100_000);
  t.equal(pdf.pages.length, pdfLimits.pages);
  t.match(pdfPage(pdf, url).warnings, [/100000 pages: all after page 2000 are left out/]);
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
