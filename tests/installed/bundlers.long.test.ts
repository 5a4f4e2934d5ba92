// Shown for less elsewhere: tests/installed/bundled.test.ts shows the bundle of the package itself.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundle, type BuildOptions } from 'esbuild';
import { inDepth, testInDepth } from '@tintype/testkit';
import t from 'tap';
import { oneTrustScript, pageUnder } from '../blocking/vendor-pages.ts';
import { build, installClosure } from './install-closure.ts';

t.setTimeout(240_000);
build();
const dir = mkdtempSync(join(tmpdir(), 'tintype-test-'));
t.teardown(() => rmSync(dir, { recursive: true }));
installClosure(dir, ['tintype']);

const page = pageUnder(`<script>${oneTrustScript({ delayMs: 0 })}</script>`);
const small = { viewport_width: 320, viewport_height: 240, block_annoyance: 'none' };
const url = 'http://page.tintype.localhost/';

/**
 * One for each thing that a bundler can break: code in pages, a native library, workers, files of
 * other packages.
 */
const requests = [
  { kind: 'screenshot', url, format: 'png', ...small, block_annoyance: 'cookies_banner' },
  { kind: 'screenshot', url, image_width: 100, format: 'webp', ...small },
  { kind: 'screenshot', url, full_page_scroll: true, format: 'jpeg', ...small },
  { kind: 'pdf', url, pdf_single_page: true, metadata_fonts: true, ...small },
  { kind: 'scrape', url, format: 'md', ...small },
  { kind: 'scrape', html: '<h1>{{ word }}</h1>', data: { word: 'own' }, format: 'html', ...small },
  { kind: 'screencast', url, duration: 0.1, format: 'webm', ...small },
  { kind: 'screencast', url, duration: 0.1, format: 'avi', ...small },
];

/** Addition of a hook that requests puppeteer's page: it loads puppeteer. */
const hooks = `{ async beforeCapture(page, { kind }) {
    if (kind === 'pdf') await (await page.puppeteer()).title();
  } }`;

/** A program as people write it, without `await` at the top: CommonJS has none. */
const program = `import { createRenderer, RenderError } from 'tintype';
async function main() {
  const site = () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(${JSON.stringify(page)}) });
  const renderer = createRenderer({ concurrency: 1, spares: 0, plugins: [{ name: 'own', hooks: ${hooks} }] });
  for (const { data, ...request } of JSON.parse(process.argv[2])) {
    const made = await renderer.render(request, data ? { data } : { site }).then(
      ({ mediaType, blocking }) => [mediaType, blocking?.banner?.how],
      (error) => [error.code, String(error.cause ?? error.message)],
    );
    console.log([request.kind, request.format, ...made].filter(Boolean).join(' '));
  }
  await renderer.stop();
}
main().catch((error) => console.log('refused', error instanceof RenderError, error.code, error.message));
`;
writeFileSync(join(dir, 'program.js'), program);
writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');

async function bundled(name: string, options: BuildOptions): Promise<string> {
  const outfile = join(dir, 'out', name);
  const { warnings, metafile } = await bundle({
    entryPoints: [join(dir, 'program.js')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    // Everything comes from what is installed, and nothing from the checkout behind it.
    preserveSymlinks: true,
    logLevel: 'silent',
    metafile: true,
    ...options,
  });
  t.same(warnings, [], `${name} is made without a warning`);
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
  const required = imports.filter(({ kind }) => kind === 'require-call').map(({ path }) => path);
  if (options.format === 'esm')
    t.same(required, [], 'code in a bundle of ES modules that calls require would throw');
  return outfile;
}

interface Outcome {
  lines: string[];
  stderr: string;
  status: number | null;
}

/**
 * Hides the browsers of the machine: the bundled one is then looked for as on a machine without
 * any, which loads what looks for installed ones.
 */
const hideBrowsers = `import fs from 'node:fs';
import { basename } from 'node:path';
import { syncBuiltinESMExports } from 'node:module';
const { statSync } = fs;
fs.statSync = (file, ...rest) => {
  if (/^(?:chrom|google-chrome|headless)/i.test(basename(String(file))) && !/node_modules|bundled-/.test(file))
    throw Object.assign(new Error('hidden'), { code: 'ENOENT' });
  return statSync(file, ...rest);
};
syncBuiltinESMExports();`;
const hidden =
  process.platform === 'linux' && process.arch === 'x64'
    ? ['--import', `data:text/javascript,${encodeURIComponent(hideBrowsers)}`]
    : [];

/** Without the ffmpeg of the machine: the encoders of our own are to run. */
function run(file: string, wanted: readonly object[]): Outcome {
  const env = { ...process.env, NODE_OPTIONS: '', PATH: '/usr/sbin:/sbin' };
  const args = [...hidden, file, JSON.stringify(wanted)];
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  return { lines: done.stdout.trim().split('\n'), stderr: done.stderr, status: done.status };
}

const expected = [
  'screenshot png image/png opt-out',
  'screenshot webp image/webp',
  'screenshot jpeg image/jpeg',
  'pdf application/pdf',
  'scrape md text/markdown; charset=utf-8',
  'scrape html text/html; charset=utf-8',
  'screencast webm video/webm',
  'screencast avi video/x-msvideo',
];

const pick = <Item>(list: readonly Item[], places: readonly number[]): Item[] =>
  list.filter((_, at) => places.includes(at));

t.test('esbuild: ES modules, with everything that it does to functions', async (t) => {
  const file = await bundled('minified.mjs', { format: 'esm', minify: true, keepNames: true });
  // The first has code in pages as well, as has this one; page-code.test.ts looks at all of it.
  const isCovering = (at: number) => at !== 2;
  const tried = expected.map((_, at) => at).filter((at) => isCovering(at) || inDepth(t));
  t.same(run(file, pick(requests, tried)), {
    lines: pick(expected, tried),
    stderr: '',
    status: 0,
  });
});

t.test('esbuild: CommonJS, in which code does not know its address', async (t) => {
  const file = await bundled('plain.cjs', { format: 'cjs' });
  // A native library, a worker, a file of another package: the rest does not know in which format
  // it is.
  const isCovering = (at: number) => at === 1 || at === 4 || at === 7;
  const tried = expected.map((_, at) => at).filter((at) => isCovering(at) || inDepth(t));
  const outcome = run(file, pick(requests, tried));
  t.same(outcome, { lines: pick(expected, tried), stderr: '', status: 0 });
});

testInDepth(t, 'esbuild: CommonJS without Tintype in it', async (t) => {
  const file = await bundled('left-out.cjs', { format: 'cjs', external: ['tintype'] });
  t.same(run(file, requests.slice(1, 2)), { lines: [expected[1]], stderr: '', status: 0 });
});

t.test('a bundle that was taken elsewhere says what to set', async (t) => {
  const alone = mkdtempSync(join(tmpdir(), 'tintype-alone-'));
  t.teardown(() => rmSync(alone, { recursive: true }));
  // Those of the tests before this one.
  for (const name of ['minified.mjs', 'plain.cjs']) {
    const outfile = join(alone, name);
    copyFileSync(join(dir, 'out', name), outfile);
    const { lines, stderr, status } = run(outfile, requests);
    t.equal(lines.length, 1);
    t.match(lines[0], /^refused true unsupported .*external: \['tintype'\]/);
    t.equal(stderr, '');
    t.equal(status, 0);
  }
});
