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
    "  process.env['PATH'] = '';",
    '  delete process.env.PATH;',
    "  const { env } = process; env['PATH'] = '';",
    "  delete env['PATH'];",
    "  Object.assign(process.env, { PATH: '' });",
    '  process.chdir(dir);',
    "  await once(process, 'exit');",
    '  const { heapUsed } = process.memoryUsage();',
    "  mock.method(performance, 'now', () => 5);",
    '  globalThis.count = 5;',
    "import { exit } from 'node:process';",
  ])
    t.equal(mayShareProcess('packages/core/src/a.test.ts', `${plain}${more}\n`), false, more);
});

t.test('what reads, waits, starts or cleans up may be in it', async (t) => {
  for (const more of [
    'const server = await listen();',
    "import { spawn } from 'node:child_process';",
    "  const { add } = await import('./add.ts');",
    "  const held = { process: 'one' };",
    '  // Like process.exit().',
    "  const program = `process.exit(); ${'`'}`;",
    "  await run('globalThis.count = 5');",
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
    'const { renderer } = lab;\n  await renderer.stop();',
    '  process.kill(pid);',
    '  for (const { pid } of descendants()) t.ok(pid);',
  ])
    t.equal(mayShareProcess('tests/pdf/a.test.ts', `${rendering}${more}\n`), false, more);
  const again = `${rendering}  await lab.renderer.render({ html });\n`;
  t.equal(mayShareProcess('tests/pdf/a.test.ts', again), true, 'a render');
  const opening = `${rendering}  await using page = await lab.renderer.open({ html });\n`;
  t.equal(mayShareProcess('tests/pdf/a.test.ts', opening), true, 'an open page');
  const own = plain.replace('add(1, 2)', 'renderer.stop()');
  const made = `${own}const renderer = createRenderer();\n`;
  t.equal(mayShareProcess('tests/pdf/a.test.ts', made), true, 'a renderer of its own');
});

t.test('so do files with services and programs', async (t) => {
  const service = rendering.replace('createLab(t)', 'createService(t, { background: true })');
  t.equal(mayShareProcess('tests/service/a.test.ts', service), true);
  t.equal(mayShareProcess('tests/cli/a.test.ts', plain), true);
  t.equal(mayShareProcess('tests/cli/a.test.ts', `${plain}t.setTimeout(9);\n`), false);
  const film = rendering.replace('createLab(t)', 'createFilmLab(t)');
  t.equal(
    mayShareProcess('tests/screencast/a.test.ts', film),
    false,
    'what moves is recorded alone',
  );
});
