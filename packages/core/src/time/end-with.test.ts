import { RenderError } from '@tintype/contract';
import t from 'tap';
import { createDeadline } from './deadline.ts';
import { endWith } from './end-with.ts';

t.test('a deadline ends with a signal, until the two are parted', async (t) => {
  const controller = new AbortController();
  const ending = createDeadline(10_000);
  const parted = createDeadline(10_000);
  endWith(ending, controller.signal);
  endWith(parted, controller.signal)();
  controller.abort(new RenderError('page_crashed'));
  t.match(ending.signal.reason, { code: 'page_crashed' });
  t.notOk(parted.signal.aborted);
  const late = createDeadline(10_000);
  endWith(late, controller.signal);
  t.match(late.signal.reason, { code: 'page_crashed' }, 'what is over already ends it at once');
  const left = createDeadline(10_000);
  endWith(left, AbortSignal.abort());
  t.match(left.signal.reason, { code: 'cancelled' });
});
