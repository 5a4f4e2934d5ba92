import t from 'tap';
import { createRequestId } from './create-context.ts';

t.test('is a UUID of version 7 that holds its time', (t) => {
  const id = createRequestId(0x0192_3456_789a);
  t.match(id, /^01923456-789a-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.not(createRequestId(), createRequestId());
  t.end();
});
