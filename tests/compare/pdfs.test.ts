import { readFile, writeFile } from 'node:fs/promises';
import { compare, type PdfComparison } from '@tintype/compare';
import type { RenderError } from '@tintype/contract';
import { installedFolder } from '@tintype/core/process';
import { readPixels } from '@tintype/testkit';
import t from 'tap';
import type * as MakePdfModule from '../../packages/extract/src/fixtures/make-pdf.ts';
import { expectRefusals, runHere } from '../cli/run-here.ts';
import { createLab } from '../parameters/lab.ts';

// No part of what the package exports.
const fixture = new URL('../../packages/extract/src/fixtures/make-pdf.ts', import.meta.url).href;
const { makePdf, streamObject, writePdf } = (await import(fixture)) as typeof MakePdfModule;

const packageName = '@hyzyla/pdfium';
const skip = (() => {
  try {
    installedFolder(packageName, {
      name: '@tintype/compare',
      url: import.meta.resolve('@tintype/compare'),
    });
    return false;
  } catch {
    return `${packageName}, which is optional, is not installed: npm i ${packageName}`;
  }
})();

const { render } = await createLab(t);
const file = (body: Uint8Array) => ({ body, mediaType: 'application/pdf' });
const comparePdfs = async (before: Uint8Array, after: Uint8Array, options = {}) =>
  (await compare(file(before), file(after), options)) as PdfComparison;

const chapter = (name: string, end = '') =>
  `<section style="break-after:page"><h1>${name}</h1>${Array.from({ length: 8 }, (_, at) => `<p>Paragraph ${at} of ${name}, with words of ${name} only: ${name}${at}.</p>`).join('')}<p>${end}</p></section>`;
const print = async (...chapters: string[]) =>
  (await render({ kind: 'pdf', html: chapters.join('') })).body;

t.test('pages of Chromium: changed, inserted and removed ones', { skip }, async (t) => {
  const total = (sum: number) => chapter('Two', `Total: ${sum} EUR`);
  const before = await print(chapter('One'), total(49), chapter('Three'));
  const after = await print(chapter('One'), chapter('New'), total(45));
  const { overlay, diff, ...found } = await comparePdfs(before, after);
  t.match(found, {
    type: 'pdf',
    same: false,
    pageCount: { before: 3, after: 3 },
    pages: [
      { type: 'added', after: 2, changed: 1, similarity: 0 },
      { type: 'changed', before: 2, after: 3, regionCount: 1, regions: [{ type: 'changed' }] },
      { type: 'removed', before: 3 },
    ],
  });
  t.ok(found.changed > 0.5 && found.changed < 0.51, `changed ${found.changed}`);
  t.match(diff, /^\+New/m);
  t.match(diff, /^-Three/m);
  const image = await readPixels(Buffer.from(overlay));
  t.match(image, { format: 'png', width: 918, height: 3 * 1188 + 2 * 24 });
  const [red, green] = image.at(400, 900);
  t.ok(green > red, 'an added page is green');

  const area = found.pages[1]?.regions[0]?.area;
  const { x = 0, y = 0, width = 0, height = 0 } = area ?? {};
  const ignore = [{ x: x - 2, y: y - 2, width: width + 4, height: height + 4 }];
  const hidden = await comparePdfs(
    await print(chapter('One'), total(49)),
    await print(chapter('One'), total(45)),
    { ignore },
  );
  t.match(hidden, { same: true, pages: [] }, 'areas of all pages can be ignored');
  t.match(await comparePdfs(before, before), { same: true, changed: 0, similarity: 1, pages: [] });
});

t.test('on the command line', { skip }, async (t) => {
  const dir = t.testdir({ 'page.html': 'x' });
  const write = async (name: string, ...chapters: string[]) =>
    writeFile(`${dir}/${name}`, await print(...chapters));
  await write('a.pdf', chapter('One', '49 EUR'), chapter('Two'));
  await write('b.pdf', chapter('New'), chapter('One', '45 EUR'));
  const { code, stdout } = await runHere(['compare', 'a.pdf', 'b.pdf', '-o', 'c.png'], {
    cwd: dir,
  });
  t.equal(code, 1);
  t.match(
    String(stdout),
    /^Different: 3 pages; 2 before, 2 after\.\n {2}added {4}page 1\n {2}changed {2}page 2, page 1 before: \d\.\d\d % of the pixels, \d regions?\n {2}removed {2}page 2 before\n$/,
  );
  t.match(await readPixels(await readFile(`${dir}/c.png`)), { format: 'png' });
  t.equal((await runHere(['compare', 'a.pdf', 'a.pdf', '--quiet'], { cwd: dir })).code, 0);
  const refusals = {
    'compare a.pdf page.html': /two PDFs.* got application\/pdf and image\/png/,
    'compare a.pdf b.pdf --text': /--text is for pages and texts; these are pdfs/,
    'compare a.pdf b.pdf -o c.diff': /the differences of pdfs are a \.png file/,
    'compare a.pdf b.pdf --side-by-side -o c.png': /--side-by-side is for images; these are pdfs/,
  };
  await expectRefusals(t, refusals, { cwd: dir });
});

const text = [{ texts: [{ text: 'Some text', x: 72, y: 700 }] }];

t.test('rejects what cannot be read, and files of too many pages', { skip }, async (t) => {
  const fine = makePdf(text);
  const locked = makePdf(text, {
    trailer: `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
  });
  const long = makePdf(Array.from({ length: 101 }, () => text[0]!));
  for (const [body, message] of [
    [Buffer.from('no pdf'), /The earlier file is no PDF that can be read/],
    [new Uint8Array(0), /The earlier file is no PDF that can be read/],
    [locked, /The earlier file opens with a password only/],
    [long, /at most 100 pages can be compared; got 101/],
    [new Uint8Array(50_000_001), /at most 50000000 bytes can be compared; the earlier one has/],
  ] as const) {
    await t.rejects(comparePdfs(body, fine), { code: 'invalid_request', message });
  }
  const image = { body: fine, mediaType: 'image/png' };
  await t.rejects(compare(file(fine), image), { message: /two images, two PDFs or two texts/ });
});

/** A file of one page. */
const pageOf = (content: Buffer, page = '', more: readonly [number, string | Buffer][] = []) =>
  writePdf(
    new Map<number, string | Buffer>([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
      [
        3,
        `<< /Type /Page /Parent 2 0 R ${page || '/MediaBox [0 0 612 792]'} /Contents 4 0 R /Resources << /XObject << ${more.map(([number]) => `/X${number} ${number} 0 R`).join(' ')} >> >> >>`,
      ],
      [4, content],
      ...more,
    ]),
    '/Root 1 0 R',
  );

t.test('sizes of pages are limited', { skip }, async (t) => {
  const fine = makePdf(text);
  const ink = streamObject('0 0 1 rg 0 0 100000 100000 re f');
  for (const box of ['0 0 900000 900000', '0 0 1 9000000', '0 0 0 0', '5 5 5 1e30']) {
    const odd = pageOf(ink, `/MediaBox [${box}]`);
    const { pages, pageCount } = await comparePdfs(fine, odd);
    t.same(pageCount, { before: 1, after: 1 }, box);
    t.ok(pages.length > 0, box);
  }
});

t.test('a page that cannot be read is not blank, which would equal others', { skip }, async (t) => {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>';
  const withKids = (kids: string, ink: string) =>
    writePdf(
      new Map<number, string | Buffer>([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        [2, `<< /Type /Pages /Count 2 /Kids [${kids}] >>`],
        [3, page],
        [4, streamObject(ink)],
      ]),
      '/Root 1 0 R',
    );
  const [fine, lost] = [withKids('3 0 R 3 0 R', '%'), withKids('3 0 R 9 0 R', '%')];
  const other = withKids('3 0 R 9 0 R', '% other');
  for (const [before, after, which] of [
    [lost, fine, 'earlier'],
    [fine, lost, 'later'],
    [lost, other, 'earlier'],
  ] as const) {
    const message = `Page 2 of the ${which} file cannot be read.`;
    await t.rejects(comparePdfs(before, after), { code: 'invalid_request', message });
  }
  const found = await comparePdfs(lost, Buffer.from(lost));
  t.match(found, { same: true, pageCount: { before: 2, after: 2 }, similarity: 1, diff: '' });
});

t.test('one changed word on a short page is a change of this page', { skip }, async (t) => {
  const total = (sum: string) => makePdf([{ texts: [{ text: sum, x: 72, y: 700 }] }]);
  t.match(await comparePdfs(total('49'), total('45')), {
    pages: [{ type: 'changed', before: 1, after: 1 }],
  });
});

t.test('all pages that differ are listed, and the first 20 are drawn', { skip }, async (t) => {
  const numbered = (count: number) =>
    makePdf(
      Array.from({ length: count }, (_, at) => ({
        texts: [{ text: `Number ${at}`, x: 72, y: 700 }],
      })),
    );
  const { pages, overlay } = await comparePdfs(numbered(1), numbered(26));
  t.equal(pages.length, 25);
  const { height } = await readPixels(Buffer.from(overlay));
  t.equal(height, 20 * 1188 + 19 * 24);
});

t.test(
  'an image that unfolds to gigabytes takes no more memory than allowed',
  { skip },
  async (t) => {
    const side = 60_000;
    const zeros = streamObject(Buffer.alloc(100_000_000)).toString('latin1');
    const head = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 `;
    const bomb = Buffer.from(zeros.replace('<< ', `<< ${head}`), 'latin1');
    const odd = pageOf(streamObject('612 0 0 792 0 0 cm /X5 Do'), '', [[5, bomb]]);
    const startKb = process.resourceUsage().maxRSS;
    const outcome = await comparePdfs(makePdf(text), odd).catch((error: RenderError) => error.code);
    t.ok(outcome === 'invalid_request' || typeof outcome === 'object', String(outcome));
    const grownKb = process.resourceUsage().maxRSS - startKb;
    t.ok(grownKb < 1_000_000, `${grownKb} KB more`);
  },
);

t.test('a page that takes forever to draw ends with the signal', { skip }, async (t) => {
  const endless = pageOf(streamObject('0 0 612 792 re f\n'.repeat(500_000)));
  const controller = new AbortController();
  const compared = comparePdfs(makePdf(text), endless, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 2000);
  await t.rejects(compared, { message: 'enough' });
});
