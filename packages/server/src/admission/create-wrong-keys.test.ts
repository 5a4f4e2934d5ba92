import t from 'tap';
import { createWrongKeys } from './create-wrong-keys.ts';

t.test('limits wrong keys per minute and address', async (t) => {
  let now = 600_000;
  const wrong = createWrongKeys(3, () => now);
  for (let n = 0; n < 3; n += 1) {
    t.equal(wrong.pauseS('a'), undefined);
    wrong.count('a');
  }
  now += 1_500;
  t.equal(wrong.pauseS('a'), 59);
  t.equal(wrong.pauseS('b'), undefined, 'others are not meant');
  for (let n = 0; n < 9; n += 1) wrong.count(undefined);
  t.equal(wrong.pauseS(undefined), undefined, 'nor is who has no address');
  now = 660_000;
  t.equal(wrong.pauseS('a'), undefined, 'the next minute');
});

t.test('limits the stored addresses and keys', async (t) => {
  const wrong = createWrongKeys(1, () => 0);
  wrong.count('first');
  wrong.prove('first key');
  t.ok(wrong.pauseS('first'));
  t.ok(wrong.isProven('first key'));
  for (let n = 0; n < 10_000; n += 1) {
    wrong.count(`address ${n}`);
    wrong.prove(`key ${n}`);
  }
  t.equal(wrong.pauseS('first'), undefined);
  t.notOk(wrong.isProven('first key'));
  t.ok(wrong.pauseS('address 0'));
  t.ok(wrong.isProven('key 0'));
});
