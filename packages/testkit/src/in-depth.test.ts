import t from 'tap';
import { inDepth } from './in-depth.ts';

t.test('a case that is left out is told', async (t) => {
  const before = process.env['TINTYPE_TEST_ALL'];
  t.teardown(() => {
    if (before === undefined) delete process.env['TINTYPE_TEST_ALL'];
    else process.env['TINTYPE_TEST_ALL'] = before;
  });
  const said: string[] = [];
  const told = { comment: (text: string) => said.push(text) };
  process.env['TINTYPE_TEST_ALL'] = '1';
  t.equal(inDepth(told, 'one'), true);
  t.same(said, []);
  delete process.env['TINTYPE_TEST_ALL'];
  t.equal(inDepth(told, 'one'), false);
  t.same(said, ['Left to npm run test:all: one']);
});
