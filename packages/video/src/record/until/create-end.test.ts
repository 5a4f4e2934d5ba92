import t from 'tap';
import { isFunction } from './create-end.ts';

t.test('distinguishes a function from a selector', async (t) => {
  for (const code of [
    '() => done',
    ' (a) =>\n{ return a }',
    'done => 1',
    'async () => 1',
    'async x => 1',
    'async(x)=>x',
    'function () { return 1 }',
    'async function f() {}',
    '/* a remark */ () => 1',
    '// a remark\n() => 1',
  ]) {
    t.equal(isFunction(code), true, code);
  }
  for (const selector of ['.done', '[title="a => b"]', 'async .done', '#a > b', 'a::before']) {
    t.equal(isFunction(selector), false, selector);
  }
});
