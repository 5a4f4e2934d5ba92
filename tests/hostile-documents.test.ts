import { closeWith, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createRenderer, RenderError } from 'tintype';

// Documents that are made to be too much: whatever becomes of them, it has a code that says so, and
// the next page is rendered.

const renderer = closeWith(t, createRenderer({ concurrency: 1, spares: 0 }));

const again = "document.open(); document.write('<h1>' + Math.random()); document.close();";
const grow = (times: number, ...tags: string[]) => `<body><script>
  let at = document.body;
  for (let n = 0; n < ${times}; n += 1)
    for (const tag of ${JSON.stringify(tags)}) at = at.appendChild(document.createElement(tag));
  at.textContent = 'deep';
</script>`;

const documents: Record<string, string> = {
  'written anew each millisecond': `<script>setInterval(() => { ${again} }, 1)</script>`,
  'opened and never closed': `<script>setInterval(() => { document.open(); document.write('x') }, 1)</script>`,
  'written anew without a pause': `<script>for (;;) { ${again} }</script>`,
  'written anew as a worker says': `<script>
    const worker = new Worker(URL.createObjectURL(new Blob(['for (;;) postMessage(0)'])));
    worker.onmessage = () => { ${again} };
  </script>`,
  '60,000 nested pairs': `${'<b><i>'.repeat(60_000)}x${'</i></b>'.repeat(60_000)}`,
  '60,000 nested lists': `${'<ul><li>'.repeat(60_000)}x`,
  '60,000 pairs nested by a script': grow(60_000, 'b', 'i'),
  '5,000 elements nested by a script': grow(5000, 'div'),
};

/** Errors that such a document may cause, besides a result. */
const own = [
  'timeout',
  'page_crashed',
  'page_too_large',
  'page_navigating',
  'page_unresponsive',
  'page_rewriting',
  'page_too_deep',
];

/**
 * What becomes of those that never come to an end, or never could be shown, however fast the
 * machine is.
 */
const always: Record<string, string[]> = {
  // What each opening leaves behind is collected, or fills the page's memory first.
  'written anew as a worker says': ['page_rewriting', 'page_too_large'],
  '5,000 elements nested by a script': ['page_too_deep'],
};

const kinds = [
  { kind: 'screenshot' },
  { kind: 'screenshot', full_page: true },
  { kind: 'pdf' },
  { kind: 'scrape', format: 'html' },
  { kind: 'scrape', format: 'md' },
] as const;

const isNested = (title: string) => title.includes('nested');

/** Seconds. A script without an end has less: whatever it is given, it takes all of it. */
function timeoutOf(title: string): number {
  if (title in always) return always[title]?.includes('page_too_deep') ? 25 : 2.5;
  return title.includes('without a pause') ? 1.2 : 2;
}

/**
 * A document that rewrites itself may keep a core busy until its deadline: in a screenshot, and in
 * every other one of the other kinds.
 */
const isTried = (title: string, document: number, kind: number) =>
  isNested(title) || kind === 0 || (document + kind) % 2 === 0;

/**
 * The kinds of the default run, in the order of the documents: each kind has a document, and each
 * way to be too much is in one. Unclosed elements end as rewritten documents, and the other nested
 * ones as nested elements.
 */
const coveringKinds = [0, -1, 2, 1, 3, -1, -1, 4];
const isCovering = (document: number, kind: number) => coveringKinds[document] === kind;

for (const [at, kind] of kinds.entries()) {
  t.test(JSON.stringify(kind), { timeout: 300_000 }, async (t) => {
    const wanted = Object.entries(documents).filter(
      ([title], n) => isTried(title, n, at) && (isCovering(n, at) || inDepth(t, title)),
    );
    for (const [title, html] of wanted) {
      const outcome = await renderer
        .render({
          ...kind,
          html,
          timeout: timeoutOf(title),
          viewport_width: 300,
          viewport_height: 200,
        })
        .then(
          () => 'rendered',
          (error: unknown) => (RenderError.is(error) ? error.code : String(error)),
        );
      const expected = always[title] ?? [...own, 'rendered'];
      t.ok(expected.includes(outcome), `${title}: ${outcome}`);
    }
    const next = await renderer.render({ ...kind, html: '<h1>fine</h1>' });
    t.ok(next.body.length > 0, 'the next page is rendered');
  });
}
