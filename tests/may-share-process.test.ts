import t from 'tap';
import { mayShareProcess } from './may-share-process.ts';

const plain = `import t from 'tap';
import { add } from './add.ts';

const cases = [[1, 2]];
t.test('adds', async (t) => {
  t.equal(await add(1, 2), 3);
  const dir = t.testdir();
});
for (const each of cases) {
  t.test('adds', async (t) => t.ok(add(...each)));
}
`;

t.test('files that only test what they import share a process', async (t) => {
  t.equal(mayShareProcess('packages/core/src/a.test.ts', plain), true);
});

t.test('others do not', async (t) => {
  for (const more of [
    't.beforeEach(() => server.reset());',
    't.setTimeout(9);',
    't.jobs = 4;',
    'const dir = t.testdir();',
    "await t.test('a', async () => {});",
    'const server = await listen();',
    "  process.env['PATH'] = '';",
    '  delete process.env.PATH;',
    '  process.chdir(dir);',
    "  await once(process, 'exit');",
    "import { spawn } from 'node:child_process';",
    "import { createSqliteStore } from './create-sqlite-store.ts';",
    'const alive = setInterval(() => {}, 5);',
    "  const { add } = await import('./add.ts');",
  ])
    t.equal(mayShareProcess('packages/core/src/a.test.ts', `${plain}${more}\n`), false, more);
});

t.test('what reads, waits or cleans up may be in it', async (t) => {
  for (const more of [
    't.teardown(() => server.close());',
    "const path = process.env['PATH'];",
    'const { env, platform } = process;',
    "  t.ok(process.env['PATH'] === path, 'the same process');",
    '  setTimeout(() => {}, 5);',
  ])
    t.equal(mayShareProcess('packages/core/src/a.test.ts', `${plain}${more}\n`), true, more);
});

const rendering = `import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const image = await solidImage(COLOURS.red, 9, 9);
t.test('waits', async (t) => {
  t.ok(await lab.render({ html: '<script>setTimeout(() => {}, 5)</script>' }));
});
`;

t.test('files with the lab that all have share a process, and the lab', async (t) => {
  t.equal(mayShareProcess('tests/pdf/a.test.ts', rendering), true);
  for (const more of [
    't.jobs = 4;',
    'const dir = t.testdir();',
    '  await lab.renderer.stop();',
    '  process.kill(pid);',
  ])
    t.equal(mayShareProcess('tests/pdf/a.test.ts', `${rendering}${more}\n`), false, more);
  const again = `${rendering}  await lab.renderer.render({ html });\n`;
  t.equal(mayShareProcess('tests/pdf/a.test.ts', again), true, 'a render');
  const opening = `${rendering}  await using page = await lab.renderer.open({ html });\n`;
  t.equal(mayShareProcess('tests/pdf/a.test.ts', opening), true, 'an open page');
  const other = rendering.replace('createLab(t)', 'createLab(t, { concurrency: 1 })');
  t.equal(mayShareProcess('tests/pdf/a.test.ts', other), false, 'a lab of its own');
});

t.test('so do files with services and command lines inside the process', async (t) => {
  const service = rendering.replace('createLab(t)', 'createService(t, { background: true })');
  t.equal(mayShareProcess('tests/service/a.test.ts', service), true);
  const served = plain.replace('add(1, 2)', 'runService(t)');
  t.equal(mayShareProcess('tests/serve/a.test.ts', served), true);
  const line = plain.replace("from './add.ts'", "from './run-here.ts'");
  t.equal(mayShareProcess('tests/cli/a.test.ts', line), true);
  t.equal(mayShareProcess('tests/cli/a.test.ts', plain), false, 'nothing is known of it');
  t.equal(mayShareProcess('tests/cli/a.test.ts', `${line}t.setTimeout(9);\n`), false);
});
