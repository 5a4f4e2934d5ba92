import t from 'tap';
import { readTraceparent, traceIdOf, writeTraceparent } from './traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

t.test('traceparent is read and written', async (t) => {
  const text = `00-${traceId}-${spanId}-01`;
  t.same(readTraceparent(text), { traceId, spanId, flags: 1 });
  t.equal(writeTraceparent({ traceId, spanId, flags: 1 }), text);
  t.equal(traceIdOf(text), traceId);
  t.same(readTraceparent(`cc-${traceId}-${spanId}-00-later`), { traceId, spanId, flags: 0 });
});

t.test('what is no traceparent', async (t) => {
  for (const text of [
    undefined,
    '',
    '00',
    traceId,
    `00-${traceId}-${spanId}`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
  ])
    t.equal(readTraceparent(text), undefined, String(text));
});
