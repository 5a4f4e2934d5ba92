import { inDepth, readPixels } from '@tintype/testkit';
import t from 'tap';
import type { OpenPage, RequestInput } from 'tintype';
import { createLab } from '../parameters/lab.ts';

// What a capture gives does not depend on the captures before it: every kind after every kind,
// itself among them, in one row on one page. The default run has each of them once on the document,
// after the one behind it in the list, and four on the pages on which something else scrolls,
// after each other and before.

const lab = await createLab(t);
const { renderer, server } = lab;

const still = { kind: 'screenshot', format: 'png' } as const;
const video = { kind: 'screencast', format: 'webp', fps: 5, duration: 0.4 } as const;

const captures: Record<string, RequestInput> = {
  window: still,
  'whole page, transparent': { ...still, full_page: true, omit_background: true },
  'scrolled through': { ...still, full_page: true, full_page_scroll: true, animations: 'allow' },
  element: { ...still, selector: '#deep' },
  marked: {
    ...still,
    full_page: true,
    mask_selectors: ['h1', '#box', 'a'],
    blur_selectors: ['p'],
    highlight_selectors: ['li -- An item', 'pre'],
  },
  PDF: { kind: 'pdf' },
  'PDF of one page': { kind: 'pdf', pdf_single_page: true },
  HTML: { kind: 'scrape', format: 'html' },
  Markdown: { kind: 'scrape', format: 'md' },
  video,
  'video of a scroll': { ...video, scenario: 'scroll' },
  archive: { kind: 'archive' },
};

const parts = `<style>
    @keyframes slide { to { margin-left: 60px } }
    @media print { em { color: red } }
    .once { animation: slide 90000s steps(1, end) forwards }
    .ever { animation: slide 90000s steps(1, start) infinite }
    i { display: block; width: 20px; height: 20px; background: teal }
    #box { height: 60px; overflow: auto; scroll-behavior: smooth }
    #box > * { height: 150px; transition: all 0.3s }
    .far { content-visibility: auto; contain-intrinsic-size: 10px 50px }
    .tall { height: 110vh; background: linear-gradient(red, blue) }
  </style>
  <h1>Title</h1><i class="once"></i><i class="ever" style="COLOR:red"></i>
  <svg width="40" height="20"><rect width="10" height="10"><animate attributeName="x" to="30" dur="90000000s"/></rect></svg>
  <p>An <em>article</em> that is long enough to be taken for one. ${'More words follow here. '.repeat(20)}</p>
  <pre><span class="lineno">1</span><code>const one = 1;</code></pre>
  <ul><li><a href="#"><div></div></a>item</li></ul>
  <aside>hidden</aside><div id="box"><p>first</p><p id="deep">deep</p></div>
  <div class="tall">tall</div><div class="far"><p>far</p></div>
  <img loading="lazy" width="30" height="30" src="/dot.png">
  <script>
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('h1 { color: green }');
    document.adoptedStyleSheets = [sheet];
  </script>`;
const wrap = (style: string, body: string) =>
  `<!doctype html><meta charset="windows-1252"><title>T</title><body style="${style}">${body}`;

/**
 * Captures with the farthest reach into a page on which other elements than the document scroll.
 */
const covering = ['whole page, transparent', 'marked', 'PDF of one page', 'HTML'];

/** Captures of pages on which other elements than the document scroll. */
const unfolding = ['window', ...covering, 'Markdown'];

const pages: Record<string, { html: string; left: string; tried: readonly string[] }> = {
  document: {
    html: wrap('margin: 8px; background: linear-gradient(#eee, #999)', parts),
    left: `scrollTo(0, 37); document.querySelector('#box').scrollTo({ top: 21, behavior: 'instant' })`,
    tried: Object.keys(captures),
  },
  'app shell': {
    html: wrap(
      'margin: 0; overflow: hidden',
      `<main style="height: 100vh; overflow: auto">${parts}</main>`,
    ),
    left: `document.querySelector('main').scrollTop = 33`,
    tried: [...unfolding, 'element', 'video of a scroll'],
  },
  frame: {
    html: wrap(
      'margin: 0; overflow: hidden',
      `<iframe srcdoc='${wrap('margin: 0', parts).replaceAll("'", '&#39;')}' style="border: 0; width: 100%; height: 100vh"></iframe>`,
    ),
    left: `document.querySelector('iframe').contentWindow.scrollTo(0, 25)`,
    tried: unfolding,
  },
};

server.file('/dot.png', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');

/** A file without what says when it was made. */
function comparable(body: Uint8Array): string {
  return Buffer.from(body)
    .toString('latin1')
    .replace(/\/(CreationDate|ModDate) \(.*?\)/g, '')
    .replace(/\/ID \[.*?\]/g, '')
    .replace(/=\r\n/g, '')
    .replace(/^Date: .*$/gm, '')
    .replace(/-{4}MultipartBoundary--\w+/g, 'boundary')
    .replace(/(?:frame|css)-[\w-]+@mhtml\.blink/g, 'part');
}

async function isSame(wanted: string, one: Uint8Array, other: Uint8Array): Promise<boolean> {
  // How far it has scrolled at each frame depends on how busy the machine is.
  if (wanted === 'video of a scroll') return one.length > 100;
  if (wanted !== 'video') return comparable(one) === comparable(other);
  const [first, second] = await Promise.all([readPixels(one), readPixels(other)]);
  // Each image of it was compressed twice.
  return first.countDifferent(second, 16) < first.width;
}

/**
 * A walk along the edges of the graph in which everything leads to everything, each of them once
 * (Hierholzer).
 */
function everyPair<T>(items: readonly T[]): T[] {
  const left = new Map(items.map((item) => [item, [...items]]));
  const walk: T[] = [];
  const stack = items.slice(0, 1);
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const next = left.get(at)?.pop();
    if (next === undefined) walk.push(stack.pop() as T);
    else stack.push(next);
  }
  return walk.toReversed();
}

t.test('the walk has every pair', async (t) => {
  const walk = everyPair(['a', 'b', 'c']);
  const pairs = new Set(walk.slice(1).map((to, index) => `${walk[index]}${to}`));
  t.equal(pairs.size, 9);
});

for (const [name, { html, left, tried }] of Object.entries(pages)) {
  t.test(name, async (t) => {
    const url = server.page(`/${name.replace(' ', '-')}`, html);
    const open = () =>
      renderer.open({
        url,
        viewport_width: 320,
        viewport_height: 240,
        hide_selectors: ['aside'],
        inject_js: left,
        wait_until: ['load'],
      });
    const file = async (page: OpenPage, wanted: string) => {
      const { body } = await page.capture(captures[wanted] as RequestInput);
      return body;
    };
    const isWhole = inDepth(t, `every pair of ${name}`);
    const covered =
      isWhole || name === 'document' ? tried : tried.filter((kind) => covering.includes(kind));
    const fresh = new Map<string, Uint8Array>();
    for (const wanted of covered) {
      await using page = await open();
      fresh.set(wanted, await file(page, wanted));
    }
    await using page = await open();
    let before = 'nothing';
    const differing: string[] = [];
    const once = covered.toReversed();
    const walk = isWhole ? everyPair(tried) : name === 'document' ? once : [...covered, ...once];
    for (const wanted of walk) {
      const same = await isSame(wanted, await file(page, wanted), fresh.get(wanted) as Uint8Array);
      if (!same) differing.push(`${wanted} after ${before}`);
      before = wanted;
    }
    t.same(differing, []);
  });
}
