import { testInDepth } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';
import { pdfText, withoutPoppler } from './poppler.ts';
import { readPdf } from './read-pdf.ts';

// List items in which nothing but the marker has a height: Chromium could break them into pages for
// ever.

const lab = await createLab(t);
const item = (content: string, style = '') => `<ul><li style="${style}">${content}</li></ul>`;
const items = {
  'a link around an empty block': item('<a href="/"><div></div></a>'),
  'a link around a figure with nothing in it': item(
    '<a href="/"><figure><template></template></figure></a>',
    'list-style:square',
  ),
  'one inline element in another': item('<a href="/"><span><div></div></span></a>'),
  'an empty element before': item('<span></span><a href="/"><div></div></a>'),
  'what is placed by itself': item(
    '<a href="/"><div style="position:relative"><p style="position:absolute">placed</p></div></a>',
  ),
  'a height of the item': item('<a href="/"><div></div></a>', 'height:30px'),
  'something else that is a list item': `<div style="display:list-item;margin-left:20px"><a href="/"><div></div></a></div>`,
  'a shadow tree': `<x-list><template shadowrootmode="open">${item('<a href="/"><div></div></a>')}</template></x-list>`,
};

/** On one page, and on paper. */
async function isWhole(t: { equal(found: unknown, wanted: unknown): unknown }, html: string) {
  const document = `<!doctype html><p>before</p>${html}<p>after</p>`;
  await using page = await lab.open({ html: document, timeout: 10 });
  for (const pdf_single_page of [false, true]) {
    const { body } = await page.capture({ kind: 'pdf', pdf_single_page });
    t.equal(readPdf(body).pages.length, 1);
  }
}

t.test('list items of a document, one of each', (t) => isWhole(t, Object.values(items).join('')));

for (const [name, html] of Object.entries(items))
  testInDepth(t, `a list item with ${name}`, (t) => isWhole(t, html));

t.test(
  'text beside hidden, floating and icon elements stays in its line',
  { skip: withoutPoppler },
  async (t) => {
    const inline = [
      '<span><i hidden>x</i></span>',
      '<span><i style="position:absolute;height:0;overflow:hidden">x</i></span>',
      '<span><i style="float:left;height:0;overflow:hidden">x</i></span>',
    ];
    const { body } = await lab.render({
      kind: 'pdf',
      html: `<!doctype html><ul>${inline.map((tag) => `<li>Price ${tag}12 EUR</li>`).join('')}</ul>`,
      timeout: 10,
    });
    const text = pdfText(body);
    t.equal(text.match(/Price\s{0,2}12 EUR/g)?.length, inline.length, text);
  },
);

t.test('many of them take no longer than their number', async (t) => {
  const list = item('<a href="/"><div></div></a>').repeat(3000);
  const { body } = await lab.render({ kind: 'pdf', html: `<!doctype html>${list}`, timeout: 20 });
  t.ok(readPdf(body).pages.length > 10);
});
