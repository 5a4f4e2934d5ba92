import t from 'tap';
import { describePdf } from './describe-pdf.ts';

t.test('finds pages and their size', async (t) => {
  const page = '<< /Type /Page\n/MediaBox [0 0 595.28 841.89] >>';
  t.same(describePdf(`%PDF-1.4 << /Type /Pages /Count 2 >> ${page} ${page} <</Type/PageLabel>>`), {
    pages: 2,
    size: '210 × 297 mm',
  });
  t.same(describePdf('no PDF'), { pages: undefined, size: undefined });
  t.same(describePdf('/MediaBox [1.2.3 - x'), { pages: undefined, size: undefined });
});
