import t from 'tap';
import { leaveDeepFiles } from './leave-deep-files.ts';

t.test('files of the deep tier are left out, and others are not', async (t) => {
  const root = t.testdir({
    'plain.test.ts': `import t from 'tap';\n// Goes In depth: here\n`,
    'deep.test.ts': `// In depth: plain.test.ts shows it once.\nimport t from 'tap';\n`,
  });
  t.same(await leaveDeepFiles(root, ['deep.test.ts', 'plain.test.ts']), {
    files: ['plain.test.ts'],
    left: ['deep.test.ts'],
  });
});

t.test('the file that another one is left out for must exist, and run', async (t) => {
  const root = t.testdir({
    'a.test.ts': '// In depth: b.test.ts\n',
    'b.test.ts': '// In depth: c.test.ts\n',
    'c.test.ts': '',
    'd.test.ts': '// In depth: none.test.ts\n',
    'e.test.ts': '// In depth: d.ts\n',
    'd.ts': '',
    'f.test.ts': '// In depth: c.test.ts, and d.test.ts, show it.\n',
    'g.test.ts': '// In depth: c.test.ts shows it once,\n// and none.test.ts: twice.\n',
    'h.test.ts': '// In depth: c.test.ts\n\n// none.test.ts is of another comment.\n',
  });
  const leave = (...paths: string[]) => leaveDeepFiles(root, [...paths, 'c.test.ts']);
  await t.rejects(leave('a.test.ts', 'b.test.ts'), { message: /^a\.test\.ts: b\.test\.ts is no/ });
  await t.rejects(leave('d.test.ts'), { message: /^d\.test\.ts: none\.test\.ts is no test file/ });
  await t.rejects(leave('e.test.ts'), { message: /^e\.test\.ts: d\.ts is no test file/ });
  await t.rejects(leave('f.test.ts', 'd.test.ts'), { message: /^f\.test\.ts: d\.test\.ts is no/ });
  await t.rejects(leave('g.test.ts'), { message: /^g\.test\.ts: none\.test\.ts is no test file/ });
  t.same((await leave('b.test.ts', 'h.test.ts')).left, ['b.test.ts', 'h.test.ts']);
});
