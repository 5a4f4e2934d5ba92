import t from 'tap';
import { paperFormats, paperSize, prefersCssPageSize, type PaperFormat } from './paper-formats.ts';

t.test('landscape is wider than tall, whatever the format', async (t) => {
  for (const name of Object.keys(paperFormats) as PaperFormat[]) {
    const { width, height } = paperSize({ pdf_paper_format: name, pdf_landscape: true });
    t.ok(width > height, name);
    t.same(paperSize({ pdf_paper_format: name }), paperFormats[name]);
  }
  t.same(paperSize({}), { width: 8.5, height: 11 });
  t.same(paperSize({ pdf_paper_format: 'ledger', pdf_landscape: true }), { width: 17, height: 11 });
});

t.test('a width and a height count before a format', async (t) => {
  const paper = { pdf_paper_format: 'a4', pdf_paper_width: 192, pdf_paper_height: 288 } as const;
  t.same(paperSize(paper), { width: 2, height: 3 });
  t.same(paperSize({ ...paper, pdf_landscape: true }), { width: 3, height: 2 });
});

t.test('without a paper the document decides', async (t) => {
  t.ok(prefersCssPageSize({}));
  t.ok(prefersCssPageSize({ pdf_landscape: false }));
  for (const named of [
    { pdf_paper_format: 'letter' },
    { pdf_paper_width: 96, pdf_paper_height: 96 },
    { pdf_landscape: true },
  ] as const) {
    t.notOk(prefersCssPageSize(named));
    t.ok(prefersCssPageSize({ ...named, pdf_prefer_css_page_size: true }));
  }
  t.notOk(prefersCssPageSize({ pdf_prefer_css_page_size: false }));
});

t.test('each A size is half of the one before', async (t) => {
  for (let size = 0; size < 6; size++) {
    const bigger = paperFormats[`a${size}` as PaperFormat];
    const smaller = paperFormats[`a${size + 1}` as PaperFormat];
    t.equal(smaller.height, bigger.width);
    t.ok(Math.abs(smaller.width - bigger.height / 2) * 25.4 < 1, 'to a millimetre');
  }
});
