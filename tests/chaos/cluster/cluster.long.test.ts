// Shown for less elsewhere: tests/postgres/roles.test.ts kills a worker of a cluster, and tests/chaos/chaos.test.ts kills services at random.
import { startPostgres } from '@tintype/testkit';
import t from 'tap';
import { runCluster } from './run-cluster.ts';

// The short run. The long one is npm run chaos -- --cluster. It restarts a server of its own only.
const server = await startPostgres();

if (server === undefined) t.pass('tests of Postgres', { skip: 'there is no Postgres here' });
else t.teardown(() => server.stop());

if (server !== undefined) {
  t.test('kills of processes, database restarts and S3 outages lose nothing', async (t) => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const report = await runCluster({
      server,
      dataDir: t.testdir({}),
      renders: 51,
      workers: 2,
      killEveryMs: 1_000,
      maxKills: 3,
      s3AwayMs: 4_000,
      viewport: { width: 64, height: 64 },
      seed,
    });
    const told = JSON.stringify({ seed, ...report });
    t.same(report.problems, [], told);
    t.equal(report.leftovers, 0, told);
    t.equal(report.accepted, 51);
    t.equal(report.refused, 17, 'what is beyond the quota of one account, exactly');
    t.equal(report.succeeded, 51, told);
    t.equal(report.restarts, 1);
    t.ok(report.s3AwaySeconds >= 4);
  });
}
