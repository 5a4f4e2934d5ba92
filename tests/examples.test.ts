import { execFile } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { inDepth, readPixels } from '@tintype/testkit';
import t from 'tap';
import type { Written } from './examples-runner.ts';
import { sourceCondition } from './source-condition.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '..', 'examples');

/** The stdout of each example, and the images that it leaves, with their sizes. */
const expected: Record<string, { says?: RegExp; images: Record<string, [number, number]> }> = {
  'accounts.ts': {
    says: /^access key of 24 characters, shown once\n3 of 20 could start, 1 succeeded\nold key: undefined$/m,
    images: {},
  },
  'agent.ts': {
    says: /^tools: screenshot, read, pdf, record, compare\nscreenshot: \{[^]*width: 400,\n {2}height: 200[^]*A page of our own\./m,
    images: {},
  },
  'archive.ts': {
    says: /^\/ \d+\n\/style\.css 18\n\/data\.json 14\napplication\/wacz$/m,
    images: {},
  },
  'blocking.ts': {
    says: /^cookies: refused\nbanner: opt-out, requests refused: \{"tracking":1\}$/m,
    images: { 'blocking.jpeg': [640, 360] },
  },
  'cache.ts': {
    says: /^1 rendered\nHIT\n\{ memory: 1, disk: 0, joined: 9 \}$/m,
    images: { 'cache.png': [1280, 1080] },
  },
  'compare.ts': {
    says: /^added at 0 0\nchanged at \d+ \d+$/m,
    images: { 'compare.png': [640, 285] },
  },
  'errors.ts': {
    says: /^invalid_parameter - .*\ntarget_denied - .*\nselector_not_found - /,
    images: {},
  },
  'full-page.ts': { images: { 'full-page.png': [800, 6000] } },
  'hooks.ts': { says: /^capture +\d+ ms$/m, images: { 'hooks.jpeg': [640, 360] } },
  'html-to-image.ts': { images: { 'html-to-image.png': [2400, 1260] } },
  'local-folder.ts': {
    images: { 'hello-light.jpeg': [1280, 1080], 'hello-dark.jpeg': [1280, 1080] },
  },
  'many-pages.ts': {
    says: /^6 of 6 images$/m,
    images: { 'many-amber.jpeg': [480, 270], 'many-teal.jpeg': [480, 270] },
  },
  'sessions.ts': {
    says: /^Sign in undefined\nAccount \{"name":"ada","used":true\}\nAccount \{"name":"ada","used":true,"refreshed":true\}\n\[ 'ada: 1 cookie' \]$/m,
    images: {
      'sessions-without.webp': [640, 420],
      'sessions-with.webp': [640, 420],
      'sessions-again.webp': [640, 420],
    },
  },
  'steps.ts': {
    says: /^steps: step 1 \(click text\/Log in\): nothing matched within 0\.5 s; the page has "E-mail", "Password", "Sign in", "Close"\.$/m,
    images: {
      'steps-note.webp': [640, 420],
      'steps-filled.webp': [640, 420],
      'steps-account.webp': [640, 420],
      'steps-invoices.webp': [640, 420],
    },
  },
  'own-kind.ts': {
    says: /^application\/json \["https:\/\/example\.com\/"\]$/m,
    images: {},
  },
  'middleware.ts': {
    says: /^rendered\nremembered\nthe same bytes: true$/m,
    images: { 'middleware.png': [1280, 1080] },
  },
  'next-runs.ts': {
    says: /^7 Mar 2026, 02:30:00 GMT-5\n8 Mar 2026, 03:00:00 GMT-4\n9 Mar 2026, 02:30:00 GMT-4$/m,
    images: {},
  },
  'open-page.ts': {
    says: /^# How an image is made\n\nA plate of \*iron\*, lacquered black, is covered with collodion\.\n$/,
    images: { 'open-page.webp': [800, 400] },
  },
  'pdf.ts': { says: /^How an image is made application\/pdf$/m, images: {} },
  'read-pdf.ts': {
    says: /^# Hello\n\nA page that became a PDF, and becomes text again\.$/m,
    images: {},
  },
  'receipt.ts': {
    says: /^login - a field for a password, .*\npage_blocked - fail_on: a login hides the page/,
    images: {},
  },
  'remote-browsers.ts': {
    says: /^dns, memory, processor, sandbox\nstill running: true$/m,
    images: { 'remote-browsers.jpeg': [640, 360] },
  },
  'scrape.ts': { says: /^Hello from Tintype$/m, images: {} },
  'transparent-animation.ts': {
    says: /^ended by itself: true$/m,
    images: { 'saved.webp': [160, 100] },
  },
  'screencast.ts': { says: /^30 frames\nvideo\/mp4 image\/gif$/m, images: {} },
  'screenshot.ts': { images: { 'screenshot.jpeg': [1280, 1080] } },
  'trace.ts': { says: /^trace\.zip written$/m, images: {} },
  'thumbnail.ts': { images: { 'thumbnail.webp': [320, 270] } },
};

/**
 * The others show what these, or tests of what they are about, show as well: of those, that of the
 * README takes a screenshot as people do, and plugins/links.test.ts has a kind of its own. The
 * types of all are checked.
 */
const covering = new Set([
  'accounts.ts',
  'hooks.ts',
  'middleware.ts',
  'next-runs.ts',
  'read-pdf.ts',
]);

t.test('every example is run here', async (t) => {
  t.same(
    globSync('*.ts', { cwd: folder }).toSorted(),
    Object.keys(expected).toSorted(),
    'add a new example to the list of this test',
  );
});

t.test('in one process, which ends by itself', async (t) => {
  const out = t.testdir({});
  const chosen = Object.entries(expected).filter(
    ([example]) => covering.has(example) || inDepth(t, example),
  );
  const runs = chosen.map(([example]) => ({
    file: join(folder, example),
    cwd: join(out, example),
  }));
  for (const { cwd } of runs) mkdirSync(cwd);
  const runner = join(import.meta.dirname, 'examples-runner.ts');
  const args = [...sourceCondition, runner];
  const env = { ...process.env, EXAMPLES: JSON.stringify(runs) };
  const { stdout, stderr } = await run(process.execPath, args, { cwd: out, env });
  t.equal(stderr, '');
  const told = JSON.parse(stdout) as Written[];
  for (const [at, [example, { says = /^/, images }]] of chosen.entries()) {
    t.match(told[at]?.stdout, says, example);
    t.equal(told[at]?.stderr, '', example);
    const cwd = join(out, example);
    for (const [name, [width, height]] of Object.entries(images)) {
      const image = await readPixels(await readFile(join(cwd, 'out', name)));
      t.match(image, { width, height }, name);
      t.equal(image.format, basename(name).split('.')[1], `${name} is what its ending says`);
    }
  }
});
