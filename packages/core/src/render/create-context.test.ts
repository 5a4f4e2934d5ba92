import t from 'tap';
import { createRequestId } from './create-context.ts';

t.test('createRequestId returns a UUID version 7 with its time', (t) => {
  const id = createRequestId(0x0192_3456_789a);
  t.match(id, /^01923456-789a-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.not(createRequestId(), createRequestId());
  t.end();
});
