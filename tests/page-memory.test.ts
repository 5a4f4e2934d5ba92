import { createFixtureServer, inDepth } from '@tintype/testkit';
import t from 'tap';
import { createRenderer, type RenderError } from 'tintype';

const skip = process.platform !== 'linux' && 'there is no /proc on this system';

const server = await createFixtureServer();
const renderer = createRenderer({
  egress: { allow: ['127.0.0.1', '127.0.0.2'] },
  concurrency: 3,
  spares: 0,
  // Little, so that the machine that runs this has it.
  maxPageBytes: 400_000_000,
});
t.teardown(async () => {
  await renderer.stop();
  await server.close();
});

/** Allocates on and on, as a page can. */
const ways = {
  'images drawn by scripts': `const c = document.createElement('canvas'); c.width = c.height = 3000; c.getContext('2d').fillRect(0, 0, 3000, 3000); kept.push(c);`,
  WebAssembly: `const m = new WebAssembly.Memory({ initial: 800 }); new Uint8Array(m.buffer).fill(1); kept.push(m);`,
  objects: `kept.push(Array.from({ length: 2e6 }, (_, n) => [n]));`,
};
const hungry = (code: string) =>
  `<title>hungry</title><body><script>const kept = []; setInterval(() => { ${code} }, 5)</script>`;

const outcome = (html: string, more = {}) =>
  renderer.render({ kind: 'screenshot', html, timeout: 30, ...more }).then(
    ({ metadata }) => metadata.title,
    ({ code, message }: RenderError) => `${code}: ${message}`,
  );

for (const [name, code] of Object.entries(ways)) {
  // What is counted is the memory of the process, whatever takes it: in the default run what no
  // heap of scripts has.
  if (name !== 'WebAssembly' && !inDepth(t, name)) continue;
  t.test(`a page that takes too much memory ends, and it alone: ${name}`, { skip }, async (t) => {
    const [ended, ...beside] = await Promise.all([
      outcome(hungry(code), { delay: 20 }),
      outcome('<title>beside</title>', { delay: 1 }),
      outcome('<title>beside</title>'),
    ]);
    t.match(ended, /^page_too_large: The page used (?:more memory than allowed|\d+ MB of memory)/);
    t.same(beside, ['beside', 'beside']);
  });
}

t.test('so does one that never comes to rest', { skip }, async (t) => {
  const html = `<title>busy</title><body><script>const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1))</script>`;
  t.match(await outcome(html), /^page_too_large: /);
});

t.test('the frames of a page count with it', { skip }, async (t) => {
  const frame = server.page(
    '/frame',
    `<body><script>const kept = new Uint8Array(2e8).fill(1)</script>`,
  );
  const others = [server.url('/frame', '127.0.0.2'), frame];
  const frames = others.map((url) => `<iframe src="${url}"></iframe>`).join('');
  t.match(await outcome(`<title>frames</title>${frames}`, { delay: 10 }), /^page_too_large: /);
  t.equal(await outcome(`<title>one</title><iframe src="${frame}"></iframe>`, { delay: 1 }), 'one');
});
