import { RenderError } from '@tintype/contract';
import t from 'tap';
import { afterAttempt } from './after-attempt.ts';

t.test('what broke around the page is attempted again, so often', async (t) => {
  const crash = new RenderError('page_crashed');
  t.equal(afterAttempt(crash, 1, 3), 'retry');
  t.equal(afterAttempt(crash, 2, 3), 'retry');
  t.equal(afterAttempt(crash, 3, 3), 'fail');
});

t.test('what the page or the request is to blame for is not', async (t) => {
  t.equal(afterAttempt(new RenderError('dns_failed'), 1, 3), 'fail');
  t.equal(afterAttempt(new RenderError('invalid_parameter'), 1, 3), 'fail');
});

t.test('the end of the service is no attempt', async (t) => {
  t.equal(afterAttempt(new RenderError('shutting_down'), 9, 3), 'put back');
});
