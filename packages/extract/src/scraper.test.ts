import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import type { PageHandle, RenderContext } from '@tintype/core';
import t from 'tap';
import { makePdf, rawStream, writePdf } from './fixtures/make-pdf.ts';
import { createScraper } from './scraper.ts';

/** A small file whose one page has 4 GB of spaces. */
function bomb(): Uint8Array {
  // A deflated part that ends in a full flush can be repeated: each is independent.
  const part = deflateRawSync(Buffer.alloc(16 * 1_048_576, 0x20), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const inner = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array<Buffer>(256).fill(part),
    Buffer.from([0x03, 0x00]),
  ]);
  const objects = new Map<number, string | Buffer>([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
    [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>'],
    [4, rawStream(deflateSync(inner), '[/FlateDecode /FlateDecode]')],
  ]);
  return writePdf(objects, '/Root 1 0 R');
}

t.test('a small file that would be four gigabytes costs itself alone', async (t) => {
  const scraper = createScraper({ workers: 1, memoryMb: 64 });
  // Workers do not keep this process alive.
  const alive = setInterval(() => {}, 1000);
  t.teardown(async () => {
    clearInterval(alive);
    await scraper.stop();
  });
  const { signal } = new AbortController();
  const deadline = { signal, activity: '', remainingMs: () => 60_000 };
  const page = { deadline, lease: {} } as unknown as PageHandle;
  const warnings: string[] = [];
  const context = { warn: (text: string) => warnings.push(text) } as unknown as RenderContext;
  const read = (bytes: Uint8Array) =>
    scraper.pageOfPdf({ bytes, url: 'https://a.test/x.pdf' }, page, context);
  const bytes = bomb();
  t.ok(bytes.length < 1_000_000, `${bytes.length} bytes`);
  await t.rejects(read(bytes), { code: 'response_too_large', message: /memory/ });
  const html = await read(makePdf([{ texts: [{ text: 'still there', x: 72, y: 700 }] }]));
  t.match(Buffer.from(html).toString(), 'still there');
  t.same(warnings, []);
});
