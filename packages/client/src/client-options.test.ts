import { longestRenderMs } from '@tintype/contract';
import t from 'tap';
import { checkOptions } from './client-options.ts';

t.test('waits longer than any render takes', async (t) => {
  const { timeoutMs } = checkOptions({ baseUrl: 'http://127.0.0.1:3000', accessKey: 'abc' });
  t.ok(timeoutMs > longestRenderMs());
});
