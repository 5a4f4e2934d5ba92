import t from 'tap';
import { cropPage } from './crop-page.ts';

/** A file of one page in the shape that Chromium writes. */
function file(): Buffer {
  const header = '%PDF-1.4\n';
  const page = '1 0 obj\n<</Type /Page\n/MediaBox [0 0 76.08 63.12]\n/Parent 2 0 R>>\nendobj\n';
  const tree = '2 0 obj\n<</Type /Pages\n/Count 1\n/Kids [1 0 R]>>\nendobj\n';
  const root = '3 0 obj\n<</Type /Catalog\n/Pages 2 0 R>>\nendobj\n';
  const offsets = [9, 9 + page.length, 9 + page.length + tree.length];
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const xref = (offsets[2] ?? 0) + root.length;
  return Buffer.from(
    `${header}${page}${tree}${root}xref\n0 4\n0000000000 65535 f \n${entries.join('')}trailer\n<</Size 4\n/Root 3 0 R>>\nstartxref\n${xref}\n%%EOF\n`,
  );
}

t.test('writes the page size in an incremental update after the file', async (t) => {
  const before = file();
  const after = cropPage(before, { width: 101, height: 83 });
  t.ok(after.subarray(0, before.length).equals(before), 'nothing of the file is changed');
  const update = after.subarray(before.length).toString();
  const box = /MediaBox \[0 ([\d.]+) ([\d.]+) ([\d.]+)\]/.exec(update);
  const [, bottom, right, top] = (box ?? []).map(Number);
  t.equal(right, 75.75);
  t.equal((top ?? 0) - (bottom ?? 0), 62.25, 'exactly, in binary fractions');
  t.ok((top ?? 0) <= 63.12 && (top ?? 0) > 63.11, 'cut from the top left corner');
  t.match(update, /\/Size 4\n\/Root 3 0 R\/Prev \d+>>/);
  const object = Number(/^1 1\n(\d{10}) 00000 n\r\n/m.exec(update)?.[1]);
  t.equal(after.toString('latin1', object, object + 7), '1 0 obj');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(update)?.[1]);
  t.equal(after.toString('latin1', table, table + 4), 'xref');
});

t.test('returns files of another structure unchanged', async (t) => {
  for (const text of ['', '%PDF-2.0 without a table', file().toString().replace('trailer', '')]) {
    const pdf = Buffer.from(text);
    t.equal(cropPage(pdf, { width: 1, height: 1 }), pdf);
  }
});
