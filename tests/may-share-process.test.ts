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
    't.teardown(() => server.close());',
    't.setTimeout(9);',
    't.jobs = 4;',
    'const dir = t.testdir();',
    "await t.test('a', async () => {});",
    'const server = await listen();',
    "const path = process.env['PATH'];",
    "import { spawn } from 'node:child_process';",
    "import { createSqliteStore } from './create-sqlite-store.ts';",
    '  setTimeout(() => {}, 5);',
    "  const { add } = await import('./add.ts');",
  ])
    t.equal(mayShareProcess('packages/core/src/a.test.ts', `${plain}${more}\n`), false, more);
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
    't.teardown(() => other.close());',
    'const dir = t.testdir();',
    '  await lab.renderer.stop();',
    '  process.kill(pid);',
  ])
    t.equal(mayShareProcess('tests/pdf/a.test.ts', `${rendering}${more}\n`), false, more);
  const other = rendering.replace('createLab(t)', 'createLab(t, { concurrency: 1 })');
  t.equal(mayShareProcess('tests/pdf/a.test.ts', other), false, 'a lab of its own');
});
