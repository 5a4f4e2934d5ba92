import t from 'tap';
import { lettersOf, lostShare } from './lost-text.ts';
import { parsePage } from './parse-page.ts';

const bodyOf = (html: string) => parsePage({ html, title: '', language: '', url: '' }).body;

t.test('what the Markdown lacks of the letters of a page', async (t) => {
  const letters = lettersOf(bodyOf('<p>abcd <b>ef</b></p><ul><li>ghij</li></ul>'));
  t.equal(lostShare(letters, 'abcd **ef**\n\n- ghij\n'), 0);
  t.equal(lostShare(letters, 'abcd **ef**\n'), 0.4);
  t.equal(lostShare(letters, '[abcd](https://e.com/ghij_(ghij)) ef'), 0.4, 'an address is no text');
  t.equal(lostShare(letters, '[abcdefghij](https://e.com/ghij\\)ghij) '), 0, 'with a parenthesis');
  t.equal(lostShare(letters, '[abcd](https://e.com/ghij\\)ghij) ef'), 0.4, 'with a parenthesis');
  t.equal(lostShare(letters, '[ab\\](cdefghij)'), 0, 'a bracket of the text is none of a link');
  // More than a call takes arguments.
  const many = 140_000;
  t.equal(lettersOf(bodyOf('<b>a</b>'.repeat(many))).get('a'), many, 'of many siblings');
  t.equal(
    lostShare(lettersOf(bodyOf('<math>x</math><rp>y</rp>')), ''),
    0,
    'formulas are written otherwise',
  );
});
