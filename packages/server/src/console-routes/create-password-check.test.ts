import t from 'tap';
import { createPasswordCheck, hashPassword } from './create-password-check.ts';

t.test('pauses grow up to a limit, and reset after a quiet hour', async (t) => {
  let instant = 1_000_000;
  const told: number[] = [];
  const isRight = createPasswordCheck({
    hashed: await hashPassword('right'),
    now: () => instant,
    onWrong: async (_from, pauseS) => void told.push(pauseS),
  });
  const guess = async () => {
    const tenth = Array.from({ length: 10 }, () => isRight('wrong', undefined));
    t.same(new Set(await Promise.all(tenth)), new Set([false]));
    await t.rejects(isRight('right', undefined), { code: 'rate_limited' });
    return told.at(-1) ?? 0;
  };
  const pauses: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const pauseS = await guess();
    pauses.push(pauseS);
    instant += pauseS * 1000;
  }
  t.same(pauses, [60, 120, 240, 480, 900, 900]);
  t.equal(told.filter((pauseS) => pauseS === 0).length, 1, 'of single ones, the first is told');
  instant += 60 * 60_000;
  t.equal(await guess(), 60);
  instant += 60_000;
  t.equal(await isRight('right', undefined), true);
});
