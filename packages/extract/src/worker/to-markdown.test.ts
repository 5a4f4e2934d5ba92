import t from 'tap';
import { markdownOf, shownBy, wordsOf } from '../fixtures/markdown-of.ts';

const cases: Record<string, [html: string, markdown: string]> = {
  'headings are one line': ['<h1>A<br>b</h1><h3><div>C</div> <b>d</b></h3>', '# A b\n\n### C d\n'],
  'an empty page is empty': ['<p> </p><div></div>', ''],
  emphasis: [
    '<p>a <b>b</b> <i>c</i> <del>d</del> <b><i>e</i></b></p>',
    'a **b** *c* ~~d~~ ***e***\n',
  ],
  'neighbouring and nested emphasis is one': [
    '<p><b>a</b><strong>b <b>c</b></strong></p>',
    '**ab c**\n',
  ],
  'spaces at the edges of emphasis move out': ['<p>a<b> b </b>c</p>', 'a **b** c\n'],
  'punctuation at the edges of emphasis moves out': [
    '<p>foo<b>(bar)</b>baz これは<b>「重要」</b>です</p>',
    'foo(**bar**)baz これは「**重要**」です\n',
  ],
  'emphasis of a link inside a word is HTML': [
    '<p>foo<b><a href="/x">y</a></b>bar</p>',
    'foo<strong>[y](/x)</strong>bar\n',
  ],
  'emphasis around blocks is dropped': ['<b><p>a</p><p>b</p></b>', 'a\n\nb\n'],
  'line breaks': ['<p>a<br>b<br></p><p><br>c<br><br><br>d</p>', 'a  \nb\n\nc\n\nd\n'],
  'nested lists': [
    '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>',
    '- a\n  - b\n    1. c\n- d\n',
  ],
  'ordered lists start where they start': [
    '<ol start="9"><li>a<p>more</p></li><li>b</li></ol>',
    '9. a\n\n   more\n\n10. b\n',
  ],
  'a list right inside a list': [
    '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>',
    '- a\n  - b\n- c\n',
  ],
  'two lists stay two': [
    '<ul><li>a</li></ul><div><ul><li>b</li></ul></div><ol><li>c</li></ol><ol><li>d</li></ol>',
    '- a\n\n* b\n\n1. c\n\n1) d\n',
  ],
  'stress inside of stress': ['<p><em>a (<i>b</i>)</em> <i><i>c</i></i></p>', '*a (*b*)* *c*\n'],
  'titles of links and images': [
    '<p><a href="/a" title="say &quot;b\\&quot; & `*`">a</a> <img src="/i.png" alt="c" title="d"> <a href="https://e.example/" title="f">https://e.example/</a></p>',
    '[a](/a "say \\"b\\\\\\" & \\`*\\`") ![c](/i.png "d") [https://e.example/](https://e.example/ "f")\n',
  ],
  'boxes in items leave a list tight': [
    '<ul><li><div>a</div><div><ul><li>b</li></ul></div></li><li><p>c</p></li></ul>',
    '- a\n  - b\n- c\n',
  ],
  'task lists': [
    '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox">b</li></ul>',
    '- [x] a\n- [ ] b\n',
  ],
  'listings in items': [
    '<ul><li>a<pre class="language-js">if (x) {\n\n  y();\n}</pre></li></ul>',
    '- a\n  ```js\n  if (x) {\n\n    y();\n  }\n  ```\n',
  ],
  'definition lists': [
    '<dl><dt>A</dt><dd>is a</dd><dt>B</dt><dt>C</dt><dd>one</dd><dd>two</dd></dl>',
    '- **A**: is a\n- **B**, **C**\n  - one\n  - two\n',
  ],
  quotes: [
    '<blockquote><p>a</p><blockquote>b</blockquote><pre>c\n\nd</pre></blockquote>',
    '> a\n>\n> > b\n>\n> ```\n> c\n>\n> d\n> ```\n',
  ],
  'listings know their language': [
    '<pre class="highlight-source-shell">a</pre><pre class="lang-ts">b</pre><pre class="brush: php">c</pre><pre class="language-none">d</pre>',
    '```shell\na\n```\n\n```ts\nb\n```\n\n```php\nc\n```\n\n```\nd\n```\n',
  ],
  'fences are longer than those inside': ['<pre>```\n````</pre>', '`````\n```\n````\n`````\n'],
  'code spans': [
    '<p><code>a*b</code> <code>`x`</code> <kbd>Ctrl</kbd> <code>List&lt;<a href="/t">T</a>&gt;</code></p>',
    '`a*b` `` `x` `` `Ctrl` `List<`[`T`](/t)`>`\n',
  ],
  links: [
    '<p><a href="https://example.com/a_(b)">x</a> <a href="https://example.com/a)b">y]</a> <a href="https://example.com/">https://example.com/</a> <a href="mailto:a@example.com">a@example.com</a> <a href="/e"> </a>!<a href="/f">f</a></p>',
    '[x](https://example.com/a_(b)) [y\\]](https://example.com/a\\)b) <https://example.com/> <a@example.com> \\![f](/f)\n',
  ],
  'links around blocks': [
    '<a href="/x"><div><h2>Title</h2><p>Text</p><img src="/i" alt="i"></div></a>',
    '## [Title](/x)\n\nText\n\n![i](/i)\n',
  ],
  'links around an icon, a number, an image': [
    '<a href="/x"><div class="icon"></div>Text <i>more</i></a><a href="/y" title="t"><div>875</div><p>Name</p></a><a href="/z"><div><img src="/i" alt="i"></div><span>Caption</span></a><a href="/w"><p>12</p></a><a href="/v"><div><img src="/j" alt="j"></div></a><a href="/u"><pre>code</pre></a>',
    '[Text *more*](/x)\n\n875\n\n[Name](/y "t")\n\n![i](/i)\n\n[Caption](/z)\n\n[12](/w)\n\n[![j](/j)](/v)\n\n```\ncode\n```\n',
  ],
  'spaces between boxes and images': [
    '<div><span>2</span> <div> <span> </span> <img src="/i" alt="i"> </div></div><ul><li><p>a</p> <img src="/j" alt="j"></li></ul>',
    '2\n\n![i](/i)\n\n- a\n\n  ![j](/j)\n',
  ],
  choices: ['<p><select><option>One</option><option>Two</option></select></p>', 'One Two\n'],
  images: [
    '<p><a href="/x"> <img src="/i.png" alt="a"> </a> <img src="/i.png" alt="a [b] c]"></p>',
    '[![a](/i.png)](/x) ![a \\[b\\] c\\]](/i.png)\n',
  ],
  'sup, sub and quotes': [
    '<p>10<sup>6</sup> H<sub>2</sub>O<sup><a href="#1">[1]</a></sup> <q>so</q></p>',
    '10<sup>6</sup> H<sub>2</sub>O[[1]](#1) “so”\n',
  ],
  formulas: [
    '<p>A <math alttext="{\\displaystyle a_i*b_i*c}">x</math> is</p><math display="block"><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>',
    'A $a_i*b_i*c$ is\n\n$$\n\\frac{a}{b^{2}}\n$$\n',
  ],
  'figures and details': [
    '<figure><img src="/i" alt="i"><figcaption>Caption</figcaption></figure><details><summary>More</summary><p>Inside</p></details>',
    '![i](/i)\n\nCaption\n\n**More**\n\nInside\n',
  ],
  'lines of code stay apart': [
    '<p>a <code>b<br>c</code></p><p><code>x<br>  y</code></p><pre>l<br>m</pre>',
    'a `b c`\n\n```\nx\n  y\n```\n\n```\nl\nm\n```\n',
  ],
  'numbers of items': ['<ol><li value="5">a</li><li>b</li></ol>', '5. a\n6. b\n'],
  'a star in emphasis': ['<p><em>*</em> <b>**</b></p>', '*\\** **\\*\\***\n'],
  'a line in an item': ['<ul><li><hr></li><li>b</li></ul>', '- ___\n- b\n'],
  footnotes: [
    '<p>x<sup><a href="#n1" data-note="n1">[1]</a></sup> y<sup><a href="#n1" data-note="n1">1</a></sup> z<a href="#n2" data-note="n2">*</a> <sup><a href="#gone" data-note="gone">9</a></sup></p><ol><li id="n1">One <a href="#r1" data-back="">↩</a></li><li id="n2"><p>Two</p><p>more</p></li></ol><p>end</p>',
    'x[^1] y[^1] z[^2] [9](#gone)\n\n[^1]: One\n\n[^2]: Two\n\n    more\n\nend\n',
  ],
  'paragraphs in items keep their distance': [
    '<ul><li><p>a</p></li><li><p>b</p><ul><li>c</li></ul></li></ul>',
    '- a\n\n- b\n\n  - c\n',
  ],
  'a list with distance in one without': [
    '<ul><li>a<ul><li><p>b</p><p>c</p></li><li><p>d</p></li></ul></li><li>e</li></ul>',
    '- a\n  - b\n\n    c\n\n  - d\n- e\n',
  ],
  'what may follow a line without a blank one': [
    '<ul><li>a<blockquote>b</blockquote></li><li><h2>c</h2>d</li><li>e<ol start="2"><li>f</li></ol></li></ul>',
    '- a\n\n  > b\n\n- ## c\n\n  d\n\n- e\n\n  2. f\n',
  ],
  'quotes and headings in items': [
    '<ul><li>a<blockquote>b #</blockquote></li><li><h2>c #</h2>d #</li></ul>',
    '- a\n  > b #\n- ## c \\#\n  d #\n',
  ],
  'empty items between others': [
    '<ol><li></li><li>a</li><li><b></b></li><li>b</li><li></li></ol><ul><li></li><li>c</li><li></li><li><i></i></li><li>d</li></ul>',
    '1.\n2. a\n3.\n4. b\n\n- c\n- d\n',
  ],
  'spaces in code': [
    '<p><code> a</code> <code>b </code> <code> c </code> <code> ` </code>d<code> </code>e <code>\nf\n</code></p><pre>g  \n  \nh  \n\n</pre>',
    '` a` `b ` `c` ``  `  ``d` `e `f`\n\n```\ng  \n  \nh  \n```\n',
  ],
  'signs in addresses': [
    '<p><a href="/?a=1&amp;copy=2&amp;lt;=3">a</a> <a href="">b</a> <a href="" title="t">c</a></p>',
    '[a](/?a=1&copy=2&amp;lt;=3) [b]() [c](<> "t")\n',
  ],
  'emphasis that would be read otherwise': [
    '<p><em>a<em>b</em></em> <em>c <em>d</em>e</em> <b>f<i>g</i></b><i>h</i> <i>j</i><b>k</b> <em>l <strong>m <em>n</em> o</strong></em></p>',
    '*ab* *c *d*e* <strong>f*g*</strong>*h* *j***k** *l **m *n* o***\n',
  ],
  'the language of what a listing holds': [
    '<pre><code class="language-föö">a</code></pre>',
    '```föö\na\n```\n',
  ],
  ruby: ['<p><ruby>漢字<rt>かんじ</rt></ruby></p>', '漢字(かんじ)\n'],
};

t.test('elements', async (t) => {
  for (const [name, [html, markdown]] of Object.entries(cases)) {
    t.equal(markdownOf(html), markdown, name);
  }
});

t.test('a reader of the Markdown sees the words of the page', async (t) => {
  const listing = (root: Element, name: string) => root.getElementsByTagName(name).length;
  for (const [name, [html]] of Object.entries(cases)) {
    if (/formulas|definition|quotes$|ruby|task|lines of code|footnotes/.test(name)) continue;
    const shown = shownBy(markdownOf(html));
    const { body } = await import('./parse-page.ts').then(({ parsePage }) =>
      parsePage({ html: html.replace(/<br>/g, ' '), title: '', language: '', url: '' }),
    );
    t.equal(squeezed(shown), squeezed(body), name);
    for (const element of ['pre', 'ol', 'h1', 'h2', 'h3', 'blockquote', 'img']) {
      t.equal(listing(shown, element), listing(body, element), `${name}: ${element}`);
    }
  }
});

function squeezed(element: Element): string {
  return wordsOf(element).replace(/\s/g, '');
}
