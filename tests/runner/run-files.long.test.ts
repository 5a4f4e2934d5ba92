// Shown for less elsewhere: each run of the tests uses the runner.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readProcess } from '@tintype/testkit';
import t, { type Test } from 'tap';
import { runFiles } from './run-files.ts';

/** Runs files of these contents in the order given, in one process as long as they pass. */
async function run(t: Test, contents: Record<string, string>, { jobs = 1, limitMs = 30_000 } = {}) {
  const paths = Object.keys(contents);
  const files = paths.map((path) => [path, `import t from 'tap';\n${contents[path]}`]);
  const root = t.testdir(Object.fromEntries(files));
  let output = '';
  const print = (text: string) => (output += text);
  const options = { root, env: process.env, jobs, limitMs, graceMs: 3_000, print };
  const results = await runFiles(paths, options);
  const counts = results.map((file) => `${file.passed} passed, ${file.failures.length} failed`);
  return { root, output, results, counts };
}

const [ok, bad] = ['1 passed, 0 failed', '0 passed, 1 failed'];
const passes = `t.test('a', async (t) => t.ok(1));`;
const waits = (until: string) =>
  `t.test('a', async (t) => {
    do await new Promise((resolve) => setTimeout(resolve, 600)); while (!(${until}));
    t.ok(1);
  });`;

t.test('counts each file once', async (t) => {
  const { counts, results, output } = await run(t, {
    'a.test.js': `t.test('a', async (t) => { t.ok(1); t.ok(1); }); t.ok(1);`,
    'b.test.js': `t.ok(1); t.test('b', { skip: 'ffmpeg is not installed' }, async () => {});`,
    'c.test.js': `t.test('a', async (t) => { t.ok(1); t.equal(1, 2, 'one is two'); });`,
    'd.test.js': `t.ok(1); t.comment('Left to npm run test:all: b');`,
    'empty.test.js': ``,
  });
  t.same(counts, ['3 passed, 0 failed', ok, '1 passed, 1 failed', ok, bad]);
  t.same(results[1]?.skips, ['ffmpeg is not installed']);
  t.equal(results[3]?.left, 1);
  t.match(output, /not ok - .*c\.test\.js > a > one is two\n[^]*compare: ===/);
  t.match(output, /empty\.test\.js: no assertion/);
  t.notMatch(output, 'FLAKY');
});

t.test('files share a process, with hooks, folders and teardowns of their own', async (t) => {
  const body = `
    import { existsSync } from 'node:fs';
    globalThis.folders ??= [];
    const folder = t.testdir({ file: '' });
    t.beforeEach((t) => t.context.before = (t.context.before ?? 0) + 1);
    t.teardown(() => globalThis.folders.push(folder));
    t.test('a', async (t) => {
      t.equal(t.context.before, 1);
      for (const other of globalThis.folders) t.notOk(existsSync(other));
    });`;
  const { counts } = await run(t, { 'a.test.js': body, 'b.test.js': body });
  t.same(counts, [ok, '2 passed, 0 failed']);
});

t.test('a file that fails only beside others passes, and is reported', async (t) => {
  const { counts, output } = await run(t, {
    'a.test.js': `globalThis.dirt = 1; ${passes}`,
    'b.test.js': `t.test('a', async (t) => t.equal(globalThis.dirt, undefined));`,
    'c.test.js': `t.test('a', async (t) => t.equal(globalThis.dirt, undefined));`,
  });
  t.same(counts, [ok, ok, ok]);
  t.same(output.match(/FLAKY: \S+/g), ['FLAKY: b.test.js']);
});

const faults: Record<string, [body: string, message: RegExp]> = {
  'throws on import': [`throw new Error('early');`, /early/],
  'ends its process': [`t.test('a', () => process.exit(0));`, /exit code 1/],
  'is killed': [`t.test('a', () => process.kill(process.pid, 'SIGKILL'));`, /SIGKILL/],
  'waits for nothing': [`t.test('a', () => new Promise(() => {}));`, /not ok/],
  'throws in a teardown': [`${passes} t.teardown(() => { throw new Error('last'); });`, /last/],
  'throws after its end': [`${passes} setTimeout(() => null.late, 300);`, /late/],
};
for (const [title, [body, message]] of Object.entries(faults))
  t.test(`of several files only the one fails that ${title}`, async (t) => {
    const files = { 'a.test.js': passes, 'b.test.js': body, 'c.test.js': waits('true') };
    const { output, results } = await run(t, files);
    t.same(
      results.map(({ failures }) => failures.length),
      [0, 1, 0],
    );
    t.match(output, message);
  });

t.test('a file that takes too long is killed with what it started', async (t) => {
  const start = `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    writeFileSync('pid', String(child.pid));`;
  for (const hang of [waits('false'), `t.test('a', () => { for (;;); });`]) {
    const files = { 'a.test.js': `${start}${hang}`, 'b.test.js': passes };
    const { root, counts } = await run(t, files, { limitMs: 1_000 });
    t.same(counts, [bad, ok]);
    const pid = Number(readFileSync(`${root}/pid`, 'utf8'));
    for (let looks = 0; readProcess(pid)?.runs && looks < 100; looks += 1) await delay(50);
    t.notOk(readProcess(pid)?.runs, 'its process ended');
  }
});

t.test('runs as many processes at once as it may', async (t) => {
  const body = (own: string, other: string) => `
    import { existsSync, writeFileSync } from 'node:fs';
    writeFileSync('${own}', '');
    ${waits(`existsSync('${other}')`)}`;
  const files = { 'a.test.js': body('a', 'b'), 'b.test.js': body('b', 'a') };
  t.same((await run(t, files, { jobs: 2 })).counts, [ok, ok]);
});
