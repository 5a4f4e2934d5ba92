import t, { type Test } from 'tap';
import { inDepth, testInDepth } from './in-depth.ts';

/** Restores variables after a test. */
function keepEnvironment(t: Test): void {
  const before = process.env['TINTYPE_TEST_ALL'];
  t.teardown(() => {
    if (before === undefined) delete process.env['TINTYPE_TEST_ALL'];
    else process.env['TINTYPE_TEST_ALL'] = before;
  });
}

t.test('reports a case that is left out', async (t) => {
  keepEnvironment(t);
  const said: string[] = [];
  const told = { comment: (text: string) => said.push(text) };
  process.env['TINTYPE_TEST_ALL'] = '1';
  t.equal(inDepth(told, 'one'), true);
  t.same(said, []);
  delete process.env['TINTYPE_TEST_ALL'];
  t.equal(inDepth(told, 'one'), false);
  t.same(said, ['Left to npm run test:all: one']);
});

t.test('reports a test that is left out, and does not run it', async (t) => {
  keepEnvironment(t);
  const said: string[] = [];
  const ran: string[] = [];
  const told = {
    comment: (text: string) => said.push(text),
    test: t.test.bind(t),
  } as unknown as Test;
  const run = (t: Test) => {
    ran.push(t.name);
    t.end();
  };
  process.env['TINTYPE_TEST_ALL'] = '1';
  await testInDepth(told, 'one', run);
  delete process.env['TINTYPE_TEST_ALL'];
  await testInDepth(told, 'two', run);
  t.same(ran, ['one']);
  t.same(said, ['Left to npm run test:all: two']);
});
