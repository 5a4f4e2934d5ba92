import t from 'tap';
import { paperFormats, paperSize, type PaperFormat } from './paper-formats.ts';

t.test('landscape is wider than tall, whatever the format', async (t) => {
  for (const name of Object.keys(paperFormats) as PaperFormat[]) {
    const { width, height } = paperSize(name, true);
    t.ok(width > height, name);
    t.same(paperSize(name, false), paperFormats[name]);
  }
  t.same(paperSize('letter', false), { width: 8.5, height: 11 });
  t.same(paperSize('ledger', true), { width: 17, height: 11 });
});

t.test('each A size is half of the one before', async (t) => {
  for (let size = 0; size < 6; size++) {
    const bigger = paperFormats[`a${size}` as PaperFormat];
    const smaller = paperFormats[`a${size + 1}` as PaperFormat];
    t.equal(smaller.height, bigger.width);
    t.ok(Math.abs(smaller.width - bigger.height / 2) * 25.4 < 1, 'to a millimetre');
  }
});
