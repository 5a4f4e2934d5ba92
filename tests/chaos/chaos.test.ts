import { inDepth, makeFolder } from '@tintype/testkit';
import t from 'tap';
import { problemsOf, runChaos } from './run-chaos.ts';

// The short run. The long one is npm run chaos.
t.test('a service that is killed again and again loses nothing', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  // In half a second each of its clients has several requests under way.
  const options = inDepth(t, 'five kills of longer lives')
    ? { kills: 5 }
    : { kills: 2, lifeMs: 500 };
  const report = await runChaos({ ...options, seed, dataDir: makeFolder(t) });
  t.same(problemsOf(report), [], JSON.stringify({ seed, ...report }));
  t.equal(report.kills, options.kills);
  t.ok(report.accepted > 0, 'requests were accepted for later');
  t.ok(report.webhooks >= report.accepted + report.direct);
});
