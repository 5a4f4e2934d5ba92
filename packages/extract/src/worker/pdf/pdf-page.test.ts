import t from 'tap';
import { makePdf, type MadePdf, type MadePage, type PlacedText } from '../../fixtures/make-pdf.ts';
import { parsePage } from '../parse-page.ts';
import { toMarkdown } from '../to-markdown.ts';
import { pdfPage } from './pdf-page.ts';
import { readPdf } from './read-pdf.ts';

async function pageOf(pages: readonly MadePage[], file?: MadePdf, url = 'https://a.test/x.pdf') {
  return pdfPage(await readPdf(makePdf(pages, file)), url);
}

async function markdown(pages: readonly MadePage[], file?: MadePdf): Promise<string> {
  const { html } = await pageOf(pages, file);
  const body = /<body>([^]*)<\/body>/.exec(html)?.[1] ?? '';
  return toMarkdown(parsePage({ html: body, title: '', language: '', url: '' }).body);
}

/** Lines below each other. */
function lines(texts: readonly string[], x: number, top: number, more: Partial<PlacedText> = {}) {
  const size = more.size ?? 10;
  return texts.map((text, index) => ({ ...more, text, x, y: top - index * 1.2 * size }));
}

t.test('headings, paragraphs and lists', async (t) => {
  const texts = [
    { text: 'A report', x: 72, y: 720, size: 24 },
    { text: 'What it is about', x: 72, y: 680, size: 14 },
    ...lines(
      [
        'The first paragraph goes on over several lines, and one of its words is bro-',
        'ken. Another is well-known, and the well-',
        'known one keeps its hyphen, since it stands with one elsewhere as well.',
      ],
      72,
      650,
    ),
    ...lines(['The second paragraph begins after a gap.'], 72, 600),
    ...lines(['• one thing', '• another thing, which is longer'], 90, 570),
    ...lines(['1. first', '2. second'], 90, 530),
    { text: 'More of it', x: 72, y: 490, size: 14 },
    ...lines(['A last text.'], 72, 470),
  ];
  t.equal(
    await markdown([{ texts }]),
    [
      '# A report',
      '## What it is about',
      'The first paragraph goes on over several lines, and one of its words is broken. Another is well-known, and the well-known one keeps its hyphen, since it stands with one elsewhere as well.',
      'The second paragraph begins after a gap.',
      '- one thing\n- another thing, which is longer',
      '1. first\n2. second',
      '## More of it',
      'A last text.\n',
    ].join('\n\n'),
  );
});

t.test('columns are read one after the other, what spans them where it stands', async (t) => {
  const column = (name: string) =>
    Array.from({ length: 8 }, (_, index) => `${name} line ${index} of a column of text`);
  const texts = [
    {
      text: 'Over both of the columns stands one line that is as wide as the page is, and says so',
      x: 72,
      y: 740,
    },
    ...lines(column('left'), 72, 700),
    ...lines(column('right'), 320, 700),
  ].toSorted((a, b) => b.y - a.y);
  const text = (await markdown([{ texts }])).replace(/\s+/g, ' ');
  t.match(text, /^Over both.*left line 0.*left line 7.*right line 0.*right line 7/);
});

t.test('paragraphs go on over pages, without headers, footers and numbers', async (t) => {
  const page = (number: number, text: string[]): MadePage => ({
    texts: [
      { text: 'Annual report', x: 72, y: 760 },
      ...lines(text, 72, 700),
      { text: `Page ${number} of 3`, x: 280, y: 30 },
    ],
  });
  const made = [
    page(1, [
      'The sentence that begins on the first page ends',
      'on another one, since there is no',
    ]),
    page(2, ['more room for it. A second one follows.']),
    page(3, ['The third page.']),
  ];
  t.equal(
    await markdown(made),
    'The sentence that begins on the first page ends on another one, since there is no more room for it. A second one follows.\n\nThe third page.\n',
  );
  const { html } = await pageOf(made);
  t.match(html, '<section id="page=3">');
});

t.test('links, tables, listings, and text on its side', async (t) => {
  const row = (cells: string[], y: number) =>
    cells.map((text, index) => ({ text, x: 72 + 150 * index, y }));
  const texts = [
    { text: 'See the manual of the program for more.', x: 72, y: 740 },
    ...row(['Name', 'Amount', 'Place'], 700),
    ...row(['apples', '12', 'cellar'], 685),
    ...row(['pears', '7', 'kitchen <b>'], 670),
    ...lines(['if (x) {', '  return y;'], 72, 630, { font: 'mono' }).map((line, index) => ({
      ...line,
      x: 72 + 12 * index,
      text: line.text.trim(),
    })),
    { text: 'beside the page', x: 20, y: 300, isAside: true },
  ];
  // Helvetica of 10 points: "See the manual" ends at 140.
  const links = [
    { url: 'https://example.com/manual', rect: [90, 736, 141, 750] as const },
    { url: 'javascript:alert(1)', rect: [160, 736, 200, 750] as const },
  ];
  t.equal(
    await markdown([{ texts, links }]),
    [
      'See [the manual](https://example.com/manual) of the program for more.',
      '| Name | Amount | Place |\n| --- | --- | --- |\n| apples | 12 | cellar |\n| pears | 7 | kitchen \\<b> |',
      '```\nif (x) {\n  return y;\n```',
      'beside the page\n',
    ].join('\n\n'),
  );
});

t.test('reads a rotated page upright', async (t) => {
  const texts = ['The first line of what stands there', 'and the second line of it'].map(
    (text, index) => ({
      text,
      x: 100 + 12 * index,
      y: 100,
      isAside: true,
    }),
  );
  t.equal(
    await markdown([{ texts }]),
    'The first line of what stands there and the second line of it\n',
  );
});

t.test('headings in letters of the same height, and those that the outline names', async (t) => {
  const section = (title: string, top: number, font: PlacedText['font'] = 'bold') => [
    { text: title, x: 72, y: top, ...(font ? { font } : {}) },
    ...lines(
      ['A text that is longer than its heading is, and says more.', 'It has two lines.'],
      72,
      top - 30,
    ),
  ];
  const bold = [...section('Introduction', 740), ...section('Results', 640)];
  t.match(
    await markdown([{ texts: bold }]),
    /^# Introduction\n\nA text[^]*\n\n# Results\n\nA text/,
  );
  const outline = {
    catalog: '/Outlines 20000 0 R',
    objects: [
      '<< /First 20001 0 R /Last 20001 0 R /Count 1 >>',
      '<< /Title (1. Method) /Parent 20000 0 R >>',
    ],
  };
  const plain = { texts: section('1 Method', 740, 'plain') };
  t.match(await markdown([plain], outline), /^# 1 Method\n\nA text/);
});

t.test('what the file says of itself', async (t) => {
  const texts = [{ text: 'text', x: 72, y: 700 }];
  const info =
    '/Title (On & on) /Author (Ann "A" Lee) /CreationDate (D:20260102030405+01\'00\') /ModDate (D:2026)';
  const { html, warnings } = await pageOf([{ texts }], { info, catalog: '/Lang (de-AT)' });
  t.match(html, '<title>On &amp; on</title>');
  t.match(html, '<html lang="de-AT">');
  t.match(html, '<meta name="author" content="Ann &quot;A&quot; Lee">');
  t.match(html, '<meta name="article:published_time" content="2026-01-02T03:04:05+01:00">');
  t.match(html, '<meta name="article:modified_time" content="2026-01-01">');
  t.match(html, '<meta name="pdf:pages" content="1">');
  t.same(warnings, []);
  const named = await pageOf([{ texts }], { info: '/Title (Microsoft Word - draft.docx)' });
  t.match(named.html, '<title>x.pdf</title>', 'the name of a file is no title');
});

t.test('pages without text', async (t) => {
  const text = { texts: [{ text: 'text', x: 72, y: 700 }] };
  t.match((await pageOf([{ texts: [] }])).warnings, [/no text/]);
  t.match((await pageOf([{ texts: [] }, text])).warnings, [/1 have no text/]);
});
