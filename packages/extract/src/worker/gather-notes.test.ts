import t from 'tap';
import { markdownOf } from '../fixtures/markdown-of.ts';
import { gatherNotes, noteLabel } from './gather-notes.ts';
import { parsePage } from './parse-page.ts';
import { elementsOf } from './tree.ts';

const link = '<a href="#n" data-note="n">1</a>';
const gathered = (html: string) => {
  const { body } = parsePage({ html, title: '', language: '', url: '' });
  gatherNotes(body);
  return body;
};
const labelsIn = (html: string) =>
  elementsOf(gathered(html), 'span').filter((one) => one.hasAttribute(noteLabel)).length;

t.test('signs and notes', async (t) => {
  t.equal(
    markdownOf(`<p>a<sup>${link}</sup> b<sup>${link}</sup></p><ol><li id="n">why</li></ol>`),
    'a[^1] b[^1]\n\n[^1]: why\n',
  );
  t.equal(
    markdownOf(`<p>a<sup>${link}</sup></p><ol><li id="n">why</li><li>more</li></ol>`),
    'a[^1]\n\n[^1]: why\n\n1. more\n',
  );
});

t.test('as many links as a page likes', async (t) => {
  const many = 10_000;
  const links = link.repeat(many);
  const empty = '<b></b>'.repeat(50_000);
  t.equal(labelsIn(`<p>${links}</p><p id="n">why${empty}</p>`), many, 'to a note of many parts');
  t.equal(labelsIn(`<p>a<sup>${links}</sup></p><p id="n">why</p>`), many, 'in one element');
});

t.test('as many notes as a page likes', async (t) => {
  const numbers = Array.from({ length: 8000 }, (_, index) => index);
  const links = numbers.map((n) => `<a href="#n${n}" data-note="n${n}">${n}</a>`);
  const notes = numbers.map((n) => `<li id="n${n}">why</li>`);
  const body = gathered(`<p>${links.join(' ')}</p><ol>${notes.join('')}</ol>`);
  t.equal(elementsOf(body, 'div').length, numbers.length);
  t.equal(elementsOf(body, 'ol').length, 0);
});
