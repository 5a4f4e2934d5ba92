import t from 'tap';
import { createCharge } from './create-charge.ts';

function watchedUsage() {
  const calls: string[] = [];
  return {
    calls,
    settle: async (id: string) => calls.push(`settle ${id}`) > 0,
    release: async (id: string) => calls.push(`release ${id}`) > 0,
  };
}

t.test('what is held is settled or released, and only then', async (t) => {
  const usage = watchedUsage();
  const charge = createCharge(usage);
  await charge.settle();
  await charge.release();
  t.same(usage.calls, [], 'nothing is held yet');
  await charge.hold('one');
  t.equal(charge.reservationId, 'one');
  t.same(usage.calls, []);
  await charge.release();
  t.same(usage.calls, ['release one']);
});

t.test('charges the held render and a later one after the caller has left', async (t) => {
  const usage = watchedUsage();
  const before = createCharge(usage);
  await before.hold('one');
  await before.leave();
  const after = createCharge(usage);
  await after.leave();
  await after.hold('two');
  t.same(usage.calls, ['settle one', 'settle two']);
  t.equal(after.reservationId, undefined);
});
