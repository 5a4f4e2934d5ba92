import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inDepth } from '@tintype/testkit';
import t from 'tap';
import type { Test } from 'tap';
import { createCpuMeter } from './cpu-meter.ts';
import { runFiles } from './run-files.ts';

/**
 * A file of which only matters what runs beside it: tap itself takes several times as long to load.
 */
const program = (body: string) => ({ body });

/** A program whose TAP output, at its end, reports whether a condition holds. */
const tells = (condition: string) =>
  `process.stdout.write(\`TAP version 14\\n\${${condition} ? 'ok' : 'not ok'} 1 - a\\n1..1\\n\`);`;

/** Runs files of these contents, and returns the result of each, with the visible output. */
async function run(
  t: Test,
  contents: Record<string, string | ReturnType<typeof program>>,
  {
    jobs = 2,
    cores = 9,
    isTogether = false,
    groups = undefined as string[][] | undefined,
    isDemanding = (_path: string): boolean => false,
    shareOf = (_paths: readonly string[]): number => 1,
    idleCores = (): number => 0,
  } = {},
) {
  const files = Object.entries(contents).map(([name, body]) => [
    name,
    typeof body === 'string' ? `import t from 'tap';\n${body}` : body.body,
  ]);
  const root = t.testdir(Object.fromEntries(files));
  const shown = new Map<string, string>();
  const names = Object.keys(contents);
  const apart = isTogether ? [names] : names.map((name) => [name]);
  const results = await runFiles(groups ?? apart, {
    root,
    jobs,
    cores,
    shareOf,
    idleCores,
    jobsWhenIdle: 3,
    isDemanding,
    env: process.env,
    onResult: ({ path, lines }) => shown.set(path, lines.join('\n')),
    onGroupFailure: (lines) => shown.set('group', lines.join('\n')),
  });
  const counts = results.map(({ path, passed, failed, skipped }) => ({
    path,
    passed,
    failed,
    skipped,
  }));
  return { shown, counts };
}

t.test('counts and shows what each file came to', async (t) => {
  const { shown, counts } = await run(
    t,
    {
      'fine.js': `t.test('a', async (t) => { t.ok(1); t.ok(1); }); t.ok(1);`,
      'faulty.js': `t.test('a', async (t) => { t.ok(1); t.equal(1, 2, 'one is two'); t.skip('not here'); });`,
    },
    { jobs: 1 },
  );
  t.same(counts, [
    { path: 'fine.js', passed: 3, failed: 0, skipped: 0 },
    { path: 'faulty.js', passed: 1, failed: 1, skipped: 1 },
  ]);
  t.equal(shown.get('fine.js'), '');
  t.match(shown.get('faulty.js'), /not ok 2 - one is two\n +---\n[^]*not here # SKIP/);
});

t.test('a file keeps some of its cases for the default run', async (t) => {
  const left = `t.comment('Left to npm run test:all: one');`;
  const { shown, counts } = await run(t, {
    'some.js': `t.test('a', async (t) => { ${left} t.ok(1); });`,
    'all.js': `t.test('a', async (t) => { ${left} });`,
  });
  t.match(
    counts.find(({ path }) => path === 'some.js'),
    { passed: 1, failed: 0 },
  );
  t.match(
    counts.find(({ path }) => path === 'all.js'),
    { passed: 0, failed: 1 },
  );
  t.match(shown.get('all.js'), /all of its cases are left/);
});

t.test('no file passes that did not come to its end', async (t) => {
  const others = {
    'throws-later.js': `t.test('a', async (t) => { t.ok(1); }); t.teardown(() => { throw new Error('last'); });`,
    'says-nothing.js': `process.exit(0);`,
    'missing-later.js': `await import('./nothing.js');`,
  };
  const isWhole = inDepth(t, 'other ends');
  const { shown, counts } = await run(t, {
    'throws.js': `throw new Error('at once');`,
    'exits.js': `t.test('a', async (t) => { t.ok(1); process.exit(0); });`,
    'killed.js': `t.test('a', async (t) => { t.ok(1); process.kill(process.pid, 'SIGKILL'); });`,
    'exit-code.js': `t.ok(1); process.once('exit', () => { process.exitCode = 3; });`,
    ...(isWhole ? others : {}),
  });
  t.equal(counts.length, isWhole ? 7 : 4);
  for (const { path, failed } of counts) t.equal(failed, 1, path);
  t.match(shown.get('throws.js'), 'at once');
  t.match(shown.get('killed.js'), 'SIGKILL');
  t.match(shown.get('exit-code.js'), 'exit code 3');
});

t.test('runs as many at once as it may', async (t) => {
  const waits = (name: string) =>
    program(`
    import { existsSync, writeFileSync } from 'node:fs';
    writeFileSync('${name}.here', '');
    const other = '${name}' === 'a' ? 'b.here' : 'a.here';
    while (!existsSync(other)) await new Promise((resolve) => setTimeout(resolve, 5));
    ${tells('true')}`);
  const { counts } = await run(t, { 'a.js': waits('a'), 'b.js': waits('b') });
  t.same(
    counts.map(({ passed }) => passed),
    [1, 1],
  );
});

t.test('distinguishes files that share a process', async (t) => {
  const { shown, counts } = await run(
    t,
    {
      'fine.js': `t.test('a', async (t) => { t.ok(1); }); t.test('b', async (t) => { t.ok(t.testdir()); });`,
      'skips.js': `t.test('a', async (t) => { t.ok(1); t.skip('not here'); });`,
      'last.js': `t.test('a', async (t) => { t.ok(1); t.ok(1); t.ok(1); });`,
    },
    { isTogether: true },
  );
  t.same(counts, [
    { path: 'fine.js', passed: 2, failed: 0, skipped: 0 },
    { path: 'skips.js', passed: 1, failed: 0, skipped: 1 },
    { path: 'last.js', passed: 3, failed: 0, skipped: 0 },
  ]);
  t.match(shown.get('skips.js'), 'not here # SKIP');
  t.equal(shown.get('last.js'), '');
  t.notOk(shown.has('group'));
});

t.test('of files that share a process, the one that ends it is the one that fails', async (t) => {
  for (const [at, bad] of [
    `t.test('a', async (t) => { t.ok(0); });`,
    `throw new Error('at once');`,
    `t.test('a', () => new Promise(() => process.exit(0)));`,
    `t.test('a', async () => { process.kill(process.pid, 'SIGKILL'); });`,
    `await t.test('a', async (t) => { t.ok(1); await new Promise(() => {}); });`,
  ].entries()) {
    // One that has no result; the next test has one that has.
    if (at !== 3 && !inDepth(t, bad)) continue;
    const fine = `t.test('a', async (t) => { t.ok(1); });`;
    const files = { 'first.js': fine, 'bad.js': bad, 'last.js': fine };
    const { counts, shown } = await run(t, files, { isTogether: true });
    t.match(shown.get('group'), /\S/, 'and what happened to them together is shown');
    t.same(
      counts.filter(({ failed }) => failed > 0).map(({ path }) => path),
      ['bad.js'],
      bad,
    );
  }
});

t.test(
  'an error that escapes is that of the file it came from, whichever runs by then',
  async (t) => {
    const late = `
    t.test('a', async (t) => { t.ok(1); });
    setTimeout(() => { throw new Error('late'); }, 300);`;
    const slow = `t.test('a', async (t) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    t.ok(1);
  });`;
    for (const escapes of [late, late.replace('throw new Error', 'void Promise.reject')]) {
      const files = { 'late.js': escapes, 'slow.js': slow };
      const { counts } = await run(t, files, { isTogether: true });
      t.same(
        counts.map(({ path, passed, failed }) => [path, passed, failed]),
        [
          ['late.js', 1, 1],
          ['slow.js', 1, 0],
        ],
      );
    }
  },
);

t.test('what passed in a group in which another failed counts', async (t) => {
  const body = (ok: number) => `
    import { appendFileSync } from 'node:fs';
    appendFileSync('began', import.meta.filename.split('/').at(-1) + ' ');
    t.test('a', async (t) => { t.ok(${ok}); });`;
  const files = { 'first.js': body(1), 'bad.js': body(0), 'last.js': body(1) };
  const { counts } = await run(t, files, { isTogether: true });
  t.same(
    counts.map(({ path, passed, failed }) => [path, passed, failed]),
    [
      ['first.js', 1, 0],
      ['last.js', 1, 0],
      ['bad.js', 0, 1],
    ],
  );
  t.equal(readFileSync(join(t.testdirName, 'began'), 'utf8'), 'first.js bad.js last.js bad.js ');
});

/**
 * Fails when more than so many like it run at once; stays until as many do, however slowly they
 * begin, and looks then for one more.
 */
const besideOthers = (max: number) =>
  program(`
    import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
    const on = () => readdirSync('.').filter((name) => name.endsWith('.on')).length;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(process.argv[1] + '.on', '');
    while (on() < ${max} && !existsSync('reached')) await pause();
    let most = on();
    writeFileSync('reached', '');
    for (let looks = 0; looks < 40; looks += 1, await pause()) most = Math.max(most, on());
    rmSync(process.argv[1] + '.on');
    ${tells(`most <= ${max}`)}`);

t.test(
  'beside a file that needs some of the machine there are half as many processes',
  async (t) => {
    const failed = async (isDemanding: (path: string) => boolean, max: number) => {
      const text = besideOthers(max);
      const files = { 'a.js': text, 'b.js': text, 'c.js': text };
      const { counts } = await run(t, files, { jobs: 3, isDemanding });
      return counts.map(({ failed }) => failed);
    };
    t.same(await failed(() => false, 3), [0, 0, 0], 'three at once');
    t.same(await failed((path) => path !== 'c.js', 2), [0, 0, 0], 'two at once');
  },
);

t.test('more of those that wait run at once', async (t) => {
  const failed = async (share: number, beside: number, idle = 0) => {
    const text = besideOthers(beside);
    const files = { 'a.js': text, 'b.js': text, 'c.js': text };
    const { counts } = await run(t, files, {
      jobs: 3 - idle,
      cores: 2,
      shareOf: () => share,
      idleCores: () => idle,
    });
    return counts.map(({ failed }) => failed);
  };
  t.same(await failed(0.6, 3), [0, 0, 0], 'three that wait');
  t.same(await failed(0.9, 2), [0, 0, 0], 'two that do not');
  if (!inDepth(t, 'cores that are idle')) return;
  t.same(await failed(0.9, 3, 1), [0, 0, 0], 'three that seemed not to, and leave a core idle');
});

t.test('says how long each kept the processor busy', async (t) => {
  const root = t.testdir({
    'idle.js': `await new Promise((resolve) => setTimeout(resolve, 600)); ${tells('true')}`,
    'busy.js': `for (let n = 0, at = process.cpuUsage; at().user + at().system < 6e5; n += 1) Math.sqrt(n); await new Promise((resolve) => setTimeout(resolve, 600)); ${tells('true')}`,
  });
  const results = await runFiles([['idle.js'], ['busy.js']], {
    meter: createCpuMeter(),
    root,
    jobs: 1,
    env: process.env,
    onResult() {},
    onGroupFailure() {},
  });
  const [idle, busy] = results.map(({ cpuSeconds }) => cpuSeconds);
  if (process.platform !== 'linux') return t.equal(idle, undefined);
  t.ok(busy !== undefined && idle !== undefined && busy > 0.5 && idle < busy, `${idle}, ${busy}`);
});

t.test('tests of one name in two processes have folders of their own', async (t) => {
  const body = (own: string) => `
    import { readdirSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    t.test('a', async (t) => {
      const folder = t.testdir({ ${own}: '' });
      await delay(600);
      t.same(readdirSync(folder), ['${own}']);
    });`;
  const more = `t.test('b', async (t) => t.ok(1));`;
  const { shown, counts } = await run(
    t,
    { 'one.js': body('one'), 'a.js': more, 'two.js': body('two'), 'b.js': more },
    {
      groups: [
        ['one.js', 'a.js'],
        ['two.js', 'b.js'],
      ],
    },
  );
  t.equal(shown.get('group'), undefined);
  t.same(
    counts.map(({ passed }) => passed),
    [1, 1, 1, 1],
  );
});
