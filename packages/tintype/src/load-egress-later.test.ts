import t from 'tap';
import { loadEgressLater } from './load-egress-later.ts';

t.test('what fails is tried again with the next page', async (t) => {
  let asked = 0;
  const egress = loadEgressLater(() => {
    asked += 1;
    if (asked === 1) throw new Error('not yet');
    return {};
  });
  t.equal(asked, 0, 'nothing is made before it is needed');
  const target = new URL('http://127.0.0.1/');
  await t.rejects(egress.check(target), { message: 'not yet' });
  await t.rejects(egress.check(target), /127\.0\.0\.1/);
  await t.rejects(egress.check(target), /127\.0\.0\.1/);
  t.equal(asked, 2, 'and what was made is kept');
  await egress.close();
});

t.test('what nothing needed is not made to be closed', async (t) => {
  let asked = 0;
  const egress = loadEgressLater(() => {
    asked += 1;
    return {};
  });
  await egress.close();
  t.equal(asked, 0);
});
