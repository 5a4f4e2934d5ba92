import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { RenderError } from 'tintype';
import { createLab } from '../parameters/lab.ts';

const { server, render, failure } = await createLab(t);
const markdown = { kind: 'scrape', format: 'md' };

/** The longest time that this process could do nothing else while `work` ran. */
async function longestPause(work: Promise<unknown>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  await work.catch(() => {});
  clearInterval(timer);
  return longest;
}

t.test('deep nesting loses boxes, never words', async (t) => {
  const nested = '<div><blockquote>'.repeat(5000);
  const url = server.page('/deep', `<p>start</p>${nested}<p>the end</p>`);
  const { body } = await render({ ...markdown, url });
  t.match(Buffer.from(body).toString(), /start[^]*the end/);
  const script = `let at = document.body; for (let i = 0; i < 1500; i += 1) { const next = document.createElement('div'); at.append(next); at = next; } at.textContent = 'the end';`;
  if (!inDepth(t, 'nested by a script')) return;
  const made = await render({
    ...markdown,
    url: server.page('/made', `<p>start</p><script>${script}</script>`),
  });
  t.match(Buffer.from(made.body).toString(), /start[^]*the end/, 'deeper than a parser goes');
});

t.test('a hundred thousand nodes', async (t) => {
  const count = inDepth(t, 'all of them') ? 35_000 : 15_000;
  const url = server.page('/many', `<body>${'<i>w</i> '.repeat(count)}`);
  const work = render({ ...markdown, url });
  const pause = await longestPause(work);
  const { body } = await work;
  t.equal(Buffer.from(body).toString().match(/\*w\*/g)?.length, count);
  t.ok(pause < 2000, 'this process went on meanwhile');
});

t.test('fifty thousand listings', async (t) => {
  // A hundred thousand nodes are above, and the time of a list of them is bounded in
  // packages/extract.
  if (!inDepth(t, 'fifty thousand listings')) return;
  const url = server.page('/listings', `<body>${'<pre>x</pre>'.repeat(50_000)}`);
  const { body } = await render({ ...markdown, url, timeout: 60 });
  t.equal(Buffer.from(body).toString().match(/^x$/gm)?.length, 50_000);
});

t.test('boxes in boxes around much that is hidden', async (t) => {
  if (!inDepth(t, 'boxes in boxes')) return;
  const nest = (depth: number) =>
    server.page(
      `/covered-${depth}`,
      `<body style="visibility:hidden"><script>let at = document.body; for (let i = 0; i < ${depth}; i += 1) { const next = document.createElement('div'); at.append(next); at = next; } at.innerHTML = '<b>word</b> '.repeat(40000);</script>`,
    );
  const words = async (url: string, size = {}) => {
    const { body } = await render({ ...markdown, ...size, url, timeout: 30 });
    return Buffer.from(body).toString().match(/word/g)?.length;
  };
  t.equal(await words(nest(1000)), 40_000);
  // A word a line: layout runs out of stack, and the page crashes on some machines.
  const found = await words(nest(1400), { viewport_width: 100, viewport_height: 100 }).catch(
    (error: unknown) => (error instanceof RenderError ? error.code : String(error)),
  );
  t.ok(found === 40_000 || found === 'page_too_deep', `in 100 px: ${found}`);
});

t.test('a conversion that takes too long ends with the render, and harms no other', async (t) => {
  const url = server.page(
    '/slow',
    `<body>${'<blockquote><ul><li>x'.repeat(40)}${'<p>&amp;&lt;*[a'.repeat(120_000)}`,
  );
  const error = await failure({ ...markdown, url, timeout: 2.5 });
  t.equal(error.code, 'timeout');
  const small = server.page('/small', '<p>still here</p>');
  const { body } = await render({ ...markdown, url: small });
  t.equal(Buffer.from(body).toString(), 'still here\n');
});

t.test('text made of signs', async (t) => {
  const texts = [
    '*a'.repeat(50_000),
    '[('.repeat(50_000),
    '`'.repeat(100_000),
    '- '.repeat(50_000),
    ' x\u00a0'.repeat(50_000),
    '\\'.repeat(100_000),
  ];
  // Each of them alone is in packages/extract.
  for (const text of texts.filter((_, at) => at === 0 || inDepth(t))) {
    const url = server.page('/signs', `<p>${text}</p><pre>${text}</pre>`);
    const { body } = await render({ ...markdown, url });
    t.ok(body.byteLength > text.length);
  }
});

t.test('pages side by side keep their texts apart', async (t) => {
  const texts = await Promise.all(
    Array.from({ length: inDepth(t, 'four more') ? 8 : 4 }, async (_, index) => {
      const url = server.page(`/side${index}`, `<h1>Page ${index}</h1><ol><li>${index}</li></ol>`);
      const { body } = await render({ ...markdown, url });
      return Buffer.from(body).toString();
    }),
  );
  t.same(
    texts,
    texts.map((_, index) => `# Page ${index}\n\n1. ${index}\n`),
  );
});
