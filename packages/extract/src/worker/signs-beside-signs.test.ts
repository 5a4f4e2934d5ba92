import t from 'tap';
import { markdownOf, shownBy, wordsOf } from '../fixtures/markdown-of.ts';

/** Characters beside signs of the conversion, what is written, and the elements read from it. */
const cases: Record<string, [html: string, markdown: string, elements: string]> = {
  'a tilde at the beginning of what is deleted': [
    '<p><del>~50 EUR</del> now 40</p><p>rest of the <b>page</b></p><h2>Next</h2>',
    '~~\\~50 EUR~~ now 40\n\nrest of the **page**\n\n## Next\n',
    'p del p strong h2',
  ],
  'a tilde before what is deleted': ['<p>~<del>a</del></p>', '\\~~~a~~\n', 'p del'],
  'a tilde at its end': ['<p><del>a</del>~ b</p>', '~~a~~\\~ b\n', 'p del'],
  'a tilde on a later line': ['<p>a<br><del>~b</del></p>', 'a  \n~~\\~b~~\n', 'p br del'],
  'a tilde in an item': ['<ul><li><del>~a</del></li></ul>', '- ~~\\~a~~\n', 'ul li del'],
  'a pair of brackets before a parenthesis in a link': [
    '<p><a href="/x">operator[](size_t)</a> <a href="/y">a [b](c) d</a> <a href="/z">[e] f</a></p>',
    '[operator[]\\(size_t)](/x) [a [b]\\(c) d](/y) [[e] f](/z)\n',
    'p a a a',
  ],
  'brackets that emphasis parts from a parenthesis': [
    '<p><a href="/x">a[b]<i>(c)</i></a></p>',
    '[a[b]*\\(c)*](/x)\n',
    'p a em',
  ],
  'underscores after a link': [
    '<p><a href="/x">f</a>_name_ and __init__</p>',
    '[f](/x)\\_name\\_ and \\_\\_init\\_\\_\n',
    'p a',
  ],
  'underscores after an image': ['<p><img src="/i" alt="w">_z_</p>', '![w](/i)\\_z\\_\n', 'p img'],
  'code spans that nothing parts': [
    '<p><i><i>y <code>b</code></i><code>c</code></i> <code>d`</code><a href="/x"> <br></a><code>`e</code></p>',
    '*y `bc`* `d``e`\n',
    'p em code code',
  ],
  'a space before a sign': ['<p>\u00a0&gt; a</p>', '\\> a\n', 'p'],
  'breaks side by side in a link and in emphasis': [
    '<p><a href="/x"><span>a<br></span><br>b</a> <i><span>c<br></span><br>d</i></p>',
    '[a  \nb](/x) *c  \nd*\n',
    'p a br em br',
  ],
  'emphasis that ends with a bracket in a link': [
    '<p><a href="/x"><i>-.=]</i>b+</a></p>',
    '[<em>-.=\\]</em>b+](/x)\n',
    'p a em',
  ],
  'emphasis that nothing parts': [
    '<p><del>a</del><span><del>b</del></span> <b>c</b><span><b>d</b></span> <i>e</i><span><i>f</i></span></p>',
    '~~ab~~ **cd** *ef*\n',
    'p del strong em',
  ],
  'a backtick in a link': ['<p><a href="/x">a`b</a></p>', '[a\\`b](/x)\n', 'p a'],
  'a star before emphasis, and stars in it': [
    '<p>a*<i>-b***!c</i>(d)</p>',
    'a\\**-b\\*\\*\\*!c*(d)\n',
    'p em',
  ],
};

t.test('characters of the text beside signs', async (t) => {
  for (const [name, [html, markdown, elements]] of Object.entries(cases)) {
    t.equal(markdownOf(html), markdown, name);
    const shown = shownBy(markdown);
    const found = [...shown.querySelectorAll('*')].map(({ localName }) => localName).join(' ');
    t.equal(found, elements, `${name}: elements`);
    const text = wordsOf(shownBy(html)).replaceAll(' ', '');
    t.equal(wordsOf(shown).replaceAll(' ', ''), text, `${name}: text`);
  }
});
