import { inDepth } from '@tintype/testkit';
import t from 'tap';
import { problemsOf } from './problems-of.ts';
import { runChaos } from './run-chaos.ts';

// The short run. The long one is npm run chaos.
t.test('a service that is killed again and again loses nothing', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const kills = inDepth(t, 'five kills') ? 5 : 2;
  const report = await runChaos({ kills, seed, dataDir: t.testdir({}) });
  t.same(problemsOf(report), [], JSON.stringify({ seed, ...report }));
  t.equal(report.kills, kills);
  t.ok(report.accepted > 0, 'requests were accepted for later');
  t.ok(report.webhooks >= report.accepted + report.direct);
});
