import { inDepth } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { createLab } from '../parameters/lab.ts';

const { server, render } = await createLab(t);

const ways = {
  html: { format: 'html' },
  Markdown: { format: 'md' },
  'article as Markdown': { format: 'md', main_content: true },
} as const;

/** Results of each way of reading; in the default run one of them, alternating. */
async function readings(
  t: Test,
  turn: number,
  html: string,
  ending = '',
): Promise<[string, string][]> {
  const url = server.page('/odd', `<!doctype html><title>Odd</title>${html}${ending}`);
  return Promise.all(
    Object.entries(ways)
      .filter(([name], at) => at === turn % 3 || inDepth(t, name))
      .map(async ([name, way]) => {
        const { body } = await render({ kind: 'scrape', url, ...way });
        return [name, Buffer.from(body).toString()] as [string, string];
      }),
  );
}

const names = (list: string, tag = 'input') =>
  list
    .split(' ')
    .map((name) => `<${tag} name="${name}">`)
    .join('');
const ofNodes =
  'nodeType nodeName localName childNodes parentElement parentNode shadowRoot getAttribute hasAttribute attributes closest matches remove cloneNode getRootNode outerHTML innerHTML innerText textContent querySelector querySelectorAll baseURI style id';
const ofDocuments =
  'body head documentElement title URL baseURI characterSet contentType childNodes createElement querySelector querySelectorAll getElementsByTagName';

/** Each says `before` and `after` besides what is odd about it. */
const oddities: Record<string, string> = {
  'addresses that are none':
    '<img src="http://["><img src="http://" alt="x"><img srcset="http://% 1x, , 2x"><img src="data:,"><img data-src="//["><picture><source srcset="https://:80 1x"><img src="http://a b/"></picture><video src="http://[" poster="http://["></video><audio src="http://["></audio><a href="http://[">link</a><iframe src="http://["></iframe><embed src="http://["><object data="http://[">instead</object>',
  'a base that is none': '<base href="http://["><a href="x">link</a><img src="y">',
  'a base that carries nothing': '<base href="data:,x"><a href="x">link</a><img src="y">',
  'fields named as parts of their form': `<form>${names(ofNodes)}<ul><li><input type="checkbox"><button>b</button> item</ul><pre>code</pre><p>within</p></form>`,
  'images named as parts of the document': names(ofDocuments, 'img'),
  'numbers past all bounds':
    '<table><tr><td colspan="99999999999" rowspan="-4">cell<td rowspan="1e9">cell</table><table><caption>c</caption><tr></table><ol start="99999999999999999999"><li value="-7">item</ol><p role="heading" aria-level="1e99">h</p>',
  'formulas that never end': `<math>${'<mrow>'.repeat(300)}<mi>x</mi>${'</mrow>'.repeat(300)}</math><math alttext=""></math><mjx-container></mjx-container><math><mfrac></mfrac><msubsup></msubsup></math>`,
  'elements that throw':
    '<x-bad>light</x-bad><script>customElements.define("x-bad", class extends HTMLElement { get childNodes() { throw 1 } get localName() { throw 1 } get shadowRoot() { throw 1 } getAttribute() { throw 1 } connectedCallback() { throw 1 } disconnectedCallback() { throw 1 } })</script>',
  'a page that changed what the browser has':
    '<script>Element.prototype.getAttribute = Node.prototype.cloneNode = Array.prototype.push = Array.prototype[Symbol.iterator] = String.prototype.replace = () => { throw 1 }; window.URL = undefined; window.getComputedStyle = null;</script>',
  'shadow trees inside each other':
    '<div id="top"></div><script>let at = top_(); function top_() { return document.getElementById("top") } for (let i = 0; i < 300; i += 1) { at = at.attachShadow({ mode: "open" }).appendChild(document.createElement("div")) } at.textContent = "inside"</script>',
  'a hidden tree of 10,000 levels':
    '<div hidden id="top"></div><script>{ let at = document.getElementById("top"); for (let i = 0; i < 10000; i += 1) at = at.appendChild(document.createElement("i")) }</script>',
  'names without a name':
    '<script>const odd = document.createElementNS("urn:x", "a:b"); odd.append("inside"); document.body.append(odd, document.createElementNS(null, "p"))</script><svg><a href="http://["><text>t</text></a><foreignObject><p>inside</p></foreignObject></svg>',
  'runs of signs': `<pre>${'```\n~~~\n'.repeat(30_000)}</pre>`,
};

/**
 * What the default run has of them: the others are odd in the same way, and the fuzz below has all
 * elements.
 */
const covering = [
  'addresses that are none',
  'fields named as parts of their form',
  'numbers past all bounds',
  'elements that throw',
  'a page that changed what the browser has',
  'shadow trees inside each other',
];
const isCovering = (name: string) => covering.includes(name);

for (const [nth, [name, html]] of Object.entries(oddities).entries()) {
  if (!isCovering(name) && !inDepth(t, name)) continue;
  t.test(name, async (t) => {
    for (const [way, text] of await readings(t, nth, `<p>before</p>${html}`, '<p>after</p>')) {
      t.match(text, /before[^]*after/, way);
      if (html.includes('within')) t.match(text, 'within', `${way}: what is inside`);
    }
  });
}

t.test('a form is read although its fields are named as its parts', async (t) => {
  const url = server.page('/form', `<form>${names(ofNodes)}<p>within</p></form>`);
  for (const [name, way] of Object.entries(ways)) {
    if (name !== 'Markdown' && !inDepth(t, name)) continue;
    const { body } = await render({ kind: 'scrape', url, selector: 'form', ...way });
    t.match(Buffer.from(body).toString(), 'within');
  }
  const { body } = await render({
    kind: 'scrape',
    url,
    format: 'md',
    hide_selectors: ['form'],
  });
  t.equal(Buffer.from(body).toString(), '', 'and removed');
});

t.test('a document without a body', async (t) => {
  const svg = server.file(
    '/drawing.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject width="99" height="99"><p xmlns="http://www.w3.org/1999/xhtml">drawn</p></foreignObject></svg>',
  );
  const frames = server.page('/frames', '<frameset><frame name="childNodes" src="/x"></frameset>');
  for (const [nth, way] of Object.values(ways).entries()) {
    // In the default run each document in one way.
    for (const [at, url] of [svg, frames].entries()) {
      if (at !== nth && !inDepth(t, `${url} ${nth}`)) continue;
      const { body } = await render({ kind: 'scrape', url, ...way });
      if (way.format === 'html' && !('main_content' in way)) t.ok(body.byteLength > 0, url);
    }
  }
  const { body } = await render({ kind: 'scrape', url: frames, format: 'md' });
  t.match(Buffer.from(body).toString(), /\/x\)/, 'a frame is a link');
});

/**
 * Makes elements with attributes that fit nothing, each followed by a word of its own; the same
 * ones each time.
 */
const fuzzed = (count: number) => `<body><script>
  let seed = 1;
  const dice = (sides) => { seed = (seed * 48271) % 2147483647; return seed % sides; };
  const one = (list) => list[dice(list.length)];
  const html = ${JSON.stringify('a abbr address area article aside audio b bdo blockquote br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noscript object ol optgroup option output p param image pre progress q rb rp rt rtc ruby s samp search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr x-y katex')}.split(' ');
  const math = 'math mi mo mn mfrac msqrt mroot msup msub mover mtable mtr mtd mtext semantics annotation'.split(' ');
  const attributes = 'src href srcset data poster alt title class id name role aria-level aria-hidden aria-expanded colspan rowspan start value type align width height style lang data-src data-lang data-language alttext display encoding slot is open hidden'.split(' ');
  const values = ['', ' ', 'http://[', 'https://:0', 'javascript:1', 'data:,x', '//', '\\ud800', '\\ufdd0*', '-1', '99999999999', '1e9', 'NaN', 'heading', 'presentation', 'true', 'checkbox', 'block', 'language-', 'katex', 'highlight brush:', 'childNodes', 'getAttribute', 'a\\u0000b', '"><b>', '](x)', 'application/x-tex', 'x'.repeat(5000)];
  const make = () => {
    const isMath = dice(8) === 0;
    const element = isMath ? document.createElementNS('http://www.w3.org/1998/Math/MathML', one(math)) : document.createElement(one(html));
    for (let n = dice(6); n > 0; n -= 1) element.setAttribute(one(attributes), one(values));
    return element;
  };
  const box = document.body.appendChild(document.createElement('main'));
  for (let n = 0; n < ${count}; n += 1) {
    try {
      let at = make();
      box.append(at);
      for (let depth = dice(5); depth > 0; depth -= 1) { const inner = make(); at.append(inner, one(values)); at = inner; }
      if (dice(4) === 0) at.innerHTML = '<p>x<li>y<td>z<b>*</b>';
      if (dice(20) === 0) at.attachShadow({ mode: 'open' }).append(make(), 'x');
    } catch {}
    const word = document.createElement('p');
    // A sentence, as main content has them.
    word.textContent = 'The paragraph word' + n + 'end says one thing, and then, after a comma, it says another one.';
    box.append(word);
  }
</script>`;

t.test('elements at random lose none of the words beside them', async (t) => {
  const count = inDepth(t, 'all of 1,000') ? 1000 : 500;
  for (const [way, text] of await readings(t, 2, fuzzed(count))) {
    const missing = Array.from({ length: count }, (_, n) => `word${n}end`).filter(
      (word) => !text.includes(word),
    );
    t.same(missing, [], way);
  }
});
