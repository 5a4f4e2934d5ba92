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
  t.equal(mayShareProcess(plain), true);
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
    t.equal(mayShareProcess(`${plain}${more}\n`), false, more);
});
