import t from 'tap';
import { describePdf } from './describe-pdf.ts';

const unknown = { pages: undefined, size: undefined };

t.test('finds pages and their size', async (t) => {
  const page = '<< /Type /Page\n/MediaBox [0 0 595.28 841.89] >>';
  const two = `%PDF-1.4 << /Type /Pages /Count 2 >> ${page} ${page} <</Type/PageLabel>>`;
  t.same(await describePdf(new Blob([two])), { pages: 2, size: '210 × 297 mm' });
  t.same(await describePdf(new Blob(['no PDF'])), unknown);
  t.same(await describePdf(new Blob(['/MediaBox [1.2.3 - x'])), unknown);
});

t.test('does not read large files', async (t) => {
  const file = Object.assign(new Blob(['/Type /Page']), { text: () => t.fail('was read') });
  Object.defineProperty(file, 'size', { value: 30_000_001 });
  t.same(await describePdf(file), unknown);
});
