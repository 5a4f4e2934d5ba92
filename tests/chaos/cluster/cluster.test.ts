// In depth: tests/postgres/roles.test.ts kills a worker of a cluster, and tests/chaos/chaos.test.ts kills services at random.
import { startPostgres } from '@tintype/testkit';
import t from 'tap';
import { runCluster } from './run-cluster.ts';

// The short run. The long one is npm run chaos -- --cluster.
// It is restarted, and so is nobody else's.
const server = await startPostgres();

if (server === undefined) t.pass('tests of Postgres', { skip: 'there is no Postgres here' });
else t.teardown(() => server.stop());

if (server !== undefined) {
  t.test(
    'processes of a cluster that are killed, and its database restarted, lose nothing',
    async (t) => {
      const seed = Math.floor(Math.random() * 2 ** 32);
      const report = await runCluster({
        server,
        dataDir: t.testdir({}),
        requests: 60,
        workers: 2,
        killEveryMs: 1_000,
        mostKills: 3,
        restartAfterKills: 2,
        seed,
      });
      const told = JSON.stringify({ seed, ...report });
      t.same(report.problems, [], told);
      t.equal(report.leftovers, 0, told);
      t.equal(report.accepted, 50);
      t.equal(report.refused, 10, 'what is beyond the quota of one account, exactly');
    },
  );
}
