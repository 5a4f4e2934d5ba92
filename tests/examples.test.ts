import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { readPixels } from '@tintype/testkit';
import t from 'tap';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '..', 'examples');

/** What each example says on stdout, and the pictures that it leaves, with their sizes. */
const expected: Record<string, { says?: RegExp; pictures: Record<string, [number, number]> }> = {
  'accounts.ts': {
    says: /^access key of 24 characters, shown once\n3 of 20 could begin, 1 succeeded\nold key: undefined$/m,
    pictures: {},
  },
  'blocking.ts': {
    says: /^cookies: refused\nbanner: opt-out, requests refused: \{"tracking":1\}$/m,
    pictures: { 'blocking.jpeg': [640, 360] },
  },
  'cache.ts': {
    says: /^1 rendered\nHIT\n\{ memory: 1, disk: 0, joined: 9 \}$/m,
    pictures: { 'cache.png': [1280, 1080] },
  },
  'errors.ts': {
    says: /^invalid_parameter - .*\ntarget_denied - .*\nselector_not_found - /,
    pictures: {},
  },
  'full-page.ts': { pictures: { 'full-page.png': [800, 6000] } },
  'hooks.ts': { says: /^capture +\d+ ms$/m, pictures: { 'hooks.jpeg': [640, 360] } },
  'html-to-image.ts': { pictures: { 'html-to-image.png': [2400, 1260] } },
  'local-folder.ts': {
    pictures: { 'hello-light.jpeg': [1280, 1080], 'hello-dark.jpeg': [1280, 1080] },
  },
  'many-pages.ts': {
    says: /^6 of 6 pictures$/m,
    pictures: { 'many-amber.jpeg': [480, 270], 'many-teal.jpeg': [480, 270] },
  },
  'middleware.ts': {
    says: /^rendered\nremembered\nthe same bytes: true$/m,
    pictures: { 'middleware.png': [1280, 1080] },
  },
  'next-runs.ts': {
    says: /^7 Mar 2026, 02:30:00 GMT-5\n8 Mar 2026, 03:00:00 GMT-4\n9 Mar 2026, 02:30:00 GMT-4$/m,
    pictures: {},
  },
  'pdf.ts': { says: /^How a picture is made application\/pdf$/m, pictures: {} },
  'scrape.ts': { says: /^Hello from Tintype$/m, pictures: {} },
  'screencast.ts': { says: /^30 frames\nvideo\/mp4 image\/gif$/m, pictures: {} },
  'screenshot.ts': { pictures: { 'screenshot.jpeg': [1280, 1080] } },
  'thumbnail.ts': { pictures: { 'thumbnail.webp': [320, 270] } },
};

t.test('every example is tried here', async (t) => {
  t.same(
    globSync('*.ts', { cwd: folder }).toSorted(),
    Object.keys(expected).toSorted(),
    'add a new example to the list of this test',
  );
});

for (const [example, { says = /^/, pictures }] of Object.entries(expected)) {
  t.test(example, async (t) => {
    const cwd = t.testdir({});
    const args = ['--conditions=@tintype/source', join(folder, example)];
    const { stdout, stderr } = await run(process.execPath, args, { cwd });
    t.match(stdout, says);
    t.equal(stderr, '');
    for (const [name, [width, height]] of Object.entries(pictures)) {
      const picture = await readPixels(await readFile(join(cwd, 'out', name)));
      t.match(picture, { width, height }, name);
      t.equal(picture.format, basename(name).split('.')[1], `${name} is what its ending says`);
    }
  });
}
