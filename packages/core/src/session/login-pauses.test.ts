import t from 'tap';
import { createLoginPauses } from './login-pauses.ts';

t.test('a login that did not help is followed by a pause, which doubles', async (t) => {
  let nowMs = 1_000_000;
  const pauses = createLoginPauses(() => nowMs);
  t.equal(pauses.mayLogIn('a'), true);
  for (const lengthMs of [60_000, 120_000, 240_000]) {
    pauses.note('a', false);
    pauses.note('a', false);
    t.equal(pauses.mayLogIn('a'), false);
    t.equal(pauses.mayLogIn('b'), true);
    nowMs += lengthMs - 1;
    t.equal(pauses.mayLogIn('a'), false);
    nowMs += 1;
    t.equal(pauses.mayLogIn('a'), true);
  }
  pauses.note('a', true);
  pauses.note('a', false);
  nowMs += 60_000;
  t.equal(pauses.mayLogIn('a'), true, 'a login that helped ends the series');
});
