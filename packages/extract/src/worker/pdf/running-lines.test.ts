import t from 'tap';
import { makePdf, type MadePage, type PlacedText } from '../../fixtures/make-pdf.ts';
import { parsePage } from '../parse-page.ts';
import { toMarkdown } from '../to-markdown.ts';
import { pdfPage } from './pdf-page.ts';
import { readPdf } from './read-pdf.ts';

const url = 'https://a.test/x.pdf';

/** The words of the page that is made of a PDF, without the signs of Markdown, and its warnings. */
async function read(pages: readonly MadePage[]): Promise<{ text: string; warnings: string[] }> {
  const { html, warnings } = pdfPage(await readPdf(makePdf(pages)), url);
  const [, body = ''] = /<body>([^]*)<\/body>/.exec(html) ?? [];
  const page = parsePage({ html: body, title: '', language: '', url });
  const text = toMarkdown(page.body)
    .replace(/^(\d+)\)/gm, '$1.')
    .replace(/^\|(?: --- \|)+$/gm, '')
    .replace(/[|\\#\s]+/g, ' ');
  return { text: text.trim(), warnings };
}

/** Pages filled from the top with rows at an even distance. */
function filled(
  rows: readonly (string | readonly string[])[],
  perPage: number,
  leading = 14,
): MadePage[] {
  const pages: { texts: PlacedText[] }[] = [];
  for (const [index, row] of rows.entries()) {
    const place = index % perPage;
    if (place === 0) pages.push({ texts: [] });
    for (const [column, text] of [row].flat().entries())
      pages.at(-1)!.texts.push({ text, x: 72 + 120 * column, y: 700 - place * leading });
  }
  return pages;
}

/** Adds lines to each page: those above the text at 750, those below it at 40. */
function framed(
  pages: readonly MadePage[],
  frame: (number: number) => { top?: string[]; bottom?: string[] },
): MadePage[] {
  return pages.map(({ texts }, index) => {
    const { top = [], bottom = [] } = frame(index + 1);
    const cells = (row: string[], y: number) =>
      row.map((text, column) => ({ text, x: 72 + 300 * column, y }));
    return { texts: [...cells(top, 750), ...texts, ...cells(bottom, 40)] };
  });
}

const words = ['amber', 'birch', 'cedar', 'dune', 'elm', 'fern', 'gorse'];
/** Sentences that are no two alike. */
const prose = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `The ${words[index % 7]} stands by the ${words[(index * 3 + 1) % 7]} at ${index}.`,
  );

t.test('rows that are alike are text', async (t) => {
  const count = 90;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const kinds: [string, (string | string[])[]][] = [
    ['lines', numbers.map((at) => `Line ${at} of the text.`)],
    ['a numbered list', numbers.map((at) => `${at}. Entry of the list`)],
    ['a ledger', numbers.map((at) => [`${at}`, `2026-01-${10 + (at % 20)}`, 'Coffee', `${at}.50`])],
    ['an invoice', numbers.map((at) => [`Item ${at}`, '1', `${at * 3}.00 EUR`])],
    ['numbers', numbers.map((at) => `${at}`)],
    ['one line over and over', numbers.map(() => 'All work and no play.')],
  ];
  for (const [name, rows] of kinds) {
    for (const perPage of [45, 30, 2, 1]) {
      for (const leading of [14, 40]) {
        if (perPage * leading > 680) continue;
        const { text, warnings } = await read(filled(rows, perPage, leading));
        const all = rows.flat().join(' ');
        t.equal(text, all, `${name}, ${perPage} a page, ${leading} apart`);
        t.same(warnings, [], `${name}, ${perPage} a page, ${leading} apart`);
      }
    }
  }
});

t.test('headers and footers are left out, and counted', async (t) => {
  const roman = ['i', 'ii', 'iii', 'iv', 'v', 'vi'];
  const frames: [string, (number: number) => { top?: string[]; bottom?: string[] }, number][] = [
    ['3', (number) => ({ bottom: [`${number + 4}`] }), 6],
    ['- 3 -', (number) => ({ bottom: [`- ${number} -`] }), 6],
    ['Page 3 of 6', (number) => ({ bottom: [`Page ${number} of 6`] }), 6],
    ['3/6', (number) => ({ top: [`${number}/6`] }), 6],
    ['Seite 3', (number) => ({ bottom: [`Seite ${number}`] }), 6],
    ['roman', (number) => ({ bottom: [roman[number - 1]!] }), 6],
    ['a header', () => ({ top: ['Annual report'] }), 6],
    ['header and footer', (number) => ({ top: ['Annual report 2026'], bottom: [`${number}`] }), 12],
    [
      'left and right pages',
      (number) => ({ top: number % 2 ? ['A book', `${number}`] : [`${number}`, 'Some author'] }),
      6,
    ],
    [
      'chapters',
      (number) => ({ top: number < 4 ? ['Of trees', `${number}`] : [`${number}`, 'Of herbs'] }),
      6,
    ],
  ];
  for (const [name, frame, count] of frames) {
    const rows = prose(6 * 20);
    const { text, warnings } = await read(framed(filled(rows, 20), frame));
    t.equal(text, rows.join(' '), name);
    t.same(warnings, [`Lines left out as headers, footers or page numbers: ${count}.`], name);
  }
});

t.test('what only looks like a header is text', async (t) => {
  const tops: [string, (number: number) => string[]][] = [
    ['titles of chapters', (number) => [`Chapter ${words[number]}`]],
    ['invoices, one a page', (number) => [`Invoice ${1000 + number}`]],
    ['numbers of invoices', (number) => ['Invoice no.', `${1000 + number}`]],
    ['entries of a catalogue', (number) => [`${number}`, words[number]!]],
    ['numbers that differ by more', (number) => [`Lot ${number * 7}`]],
    ['sums', (number) => ['Carried forward', `${number * 131}.50`]],
    ['years', (number) => [`${2000 + number * 3}`]],
  ];
  for (const [name, top] of tops) {
    const pages = framed(filled(prose(6 * 20), 20), (number) => ({ top: top(number) }));
    const { text, warnings } = await read(pages);
    for (let number = 1; number <= 6; number += 1)
      t.match(text, top(number).join(' '), `${name}, page ${number}`);
    t.same(warnings, [], name);
  }
});

t.test('the head of a table that goes on stays', async (t) => {
  const rows = prose(6 * 20).map((row) => [row.slice(0, 15), '12', '3.50']);
  // Of a short last page, the usual distance of lines is not known.
  const pages = filled([...rows, ...rows.slice(0, 2)], 20, 30).map(({ texts }) => ({
    texts: [
      ...['Name', 'Amount', 'Price'].map((text, at) => ({ text, x: 72 + 120 * at, y: 730 })),
      ...texts,
    ],
  }));
  const { text } = await read(pages);
  t.equal(text.split('Name Amount Price').length - 1, 7);
});

t.test('pages that are all the same keep their text', async (t) => {
  const texts = ['Ann Lee', '1 High Street', 'Bath'].map((text, at) => ({
    text,
    x: 72,
    y: 750 - 100 * at,
  }));
  const { text } = await read(Array.from({ length: 9 }, () => ({ texts })));
  t.equal(text.split('Ann Lee 1 High Street Bath').length - 1, 9);
});

t.test('lists keep their numbers', async (t) => {
  const numbers = [1, 2, 5, 9, 10, 40];
  const texts = numbers.map((number, at) => ({
    text: `${number}. Clause`,
    x: 72,
    y: 700 - 14 * at,
  }));
  const { html } = pdfPage(await readPdf(makePdf([{ texts }])), url);
  t.same(html.match(/<ol[^>]*>|<li>/g), [
    '<ol start="1">',
    '<li>',
    '<li>',
    '<ol start="5">',
    '<li>',
    '<ol start="9">',
    '<li>',
    '<li>',
    '<ol start="40">',
    '<li>',
  ]);
});
