import t from 'tap';
import { createHandoffLimit } from './create-handoff-limit.ts';

t.test('as many as workers can make, and so many more', async (t) => {
  const room = createHandoffLimit(2);
  room.slots = 2;
  const leave = ['a', 'b', 'c', 'd'].map((account) => room.enter(account));
  t.throws(() => room.check('e'), {
    code: 'queue_full',
    message: /^2 renders are waiting already/,
  });
  t.throws(() => room.enter('e'), { code: 'queue_full', retryAfterS: 2 });
  leave[0]?.();
  t.doesNotThrow(() => room.check('e'));
  room.slots = 0;
  t.throws(() => room.check('e'), { code: 'queue_full' }, 'a worker has gone');
});

t.test('one account cannot fill it', async (t) => {
  const room = createHandoffLimit(10);
  for (let count = 0; count < 8; count += 1) room.enter('many');
  t.throws(() => room.enter('many'), { message: /^8 renders of this account are waiting/ });
  t.doesNotThrow(() => room.enter('other'));
});

t.test('the Retry-After of a rejected render follows from the duration of renders', async (t) => {
  let ms = 0;
  const room = createHandoffLimit(0, () => ms);
  room.slots = 1;
  for (let count = 0; count < 40; count += 1) {
    const leave = room.enter('a');
    ms += 8_000;
    leave();
  }
  room.enter('a');
  t.throws(() => room.check('b'), { code: 'queue_full', retryAfterS: 8 });
});
