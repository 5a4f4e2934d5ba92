import { longestRenderMs, longestVideo } from '@tintype/contract';
import t from 'tap';
import { checkOptions } from './client-options.ts';

t.test('the default timeout exceeds that of any render', async (t) => {
  const { timeoutMs } = checkOptions({ baseUrl: 'http://127.0.0.1:3000', accessKey: 'abc' });
  t.ok(timeoutMs > longestRenderMs());
  const longestMs = longestRenderMs({ maxDurationS: longestVideo.duration });
  const options = { baseUrl: 'http://127.0.0.1:3000', accessKey: 'abc', timeoutMs: longestMs };
  t.equal(checkOptions(options).timeoutMs, longestMs, 'that of ten minutes can be set');
});
