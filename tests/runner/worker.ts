import { once } from 'node:events';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import root, { type Test } from 'tap';
import { stringify } from 'yaml';
import type { FileResult } from './run-files.ts';

// Runs the test files whose paths `run-files.ts` sends, one after the other. In each of them, `tap`
// is a subtest of this process: hooks, folders, teardowns and time limits of a file end with it.

let current: Test;
const tapOfTestFile = new Proxy(root, {
  get(_root, name) {
    const value = Reflect.get(current, name);
    return typeof value === 'function' ? value.bind(current) : value;
  },
  set: (_root, name, value) => Reflect.set(current, name, value),
});
Object.assign(globalThis, { tapOfTestFile });
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'tap' && /\.test\.[jt]s$|conformance/.test(context.parentURL ?? '')
      ? { url: 'data:text/javascript,export default tapOfTestFile', shortCircuit: true }
      : next(specifier, context),
});

async function runFile(outer: Test, path: string): Promise<FileResult> {
  const start = performance.now();
  const before = outer.lists.fail.length;
  let left = 0;
  await outer.test(path, { timeout: Number(process.argv[2]) }, async (t) => {
    current = t;
    t.parser.on('line', (line) => (left += Number(/^ *# Left to npm run test:all: /.test(line))));
    await import(pathToFileURL(path).href);
  });
  const { counts, lists, results } = current;
  const describe = ({ fullname, diag }: (typeof lists.fail)[number]) =>
    `not ok - ${fullname}\n${stringify(diag, { blockQuote: 'literal', lineWidth: 0 })}`;
  const failures = lists.fail.map(describe);
  // What is thrown after its last test, such as in a teardown, fails the outer test.
  if (failures.length === 0 && !results?.ok)
    failures.push([path, ...outer.lists.fail.slice(before).map(describe)].join('\n'));
  if (counts.total === 0)
    failures.push(`not ok - ${path}: no assertion, ${left} cases are left to npm run test:all`);
  return {
    path,
    passed: counts.pass,
    failures,
    skips: [...lists.skip, ...lists.todo].map(({ skip, todo }) =>
      `${skip || todo}`.replace(/^true$/, 'no reason given'),
    ),
    left,
    seconds: (performance.now() - start) / 1000,
  };
}

// While this test runs, tap does not end between two files.
root.test('files', async (outer) => {
  for (;;) {
    // Referenced here alone: the process of a file that waits for nothing at all ends.
    process.channel?.ref();
    const [path] = await once(process, 'message');
    process.channel?.unref();
    if (path === '') return;
    process.send?.(await runFile(outer, path));
  }
});
