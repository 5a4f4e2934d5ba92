// npm run chaos -- --kills 500 [--seed 1]: the long run. The short one is part of npm test. npm run
// chaos -- --cluster [--renders 10000] [--s3-away 60] [--kill-every 5] [--viewport 320x240] [--seed
// 1]: processes with roles on one Postgres and one S3; times are in seconds.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@tintype/testkit';
import { runCluster } from './cluster/run-cluster.ts';
import { problemsOf, runChaos } from './run-chaos.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    cluster: { type: 'boolean', default: false },
    renders: { type: 'string', default: '10000' },
    's3-away': { type: 'string', default: '60' },
    'kill-every': { type: 'string', default: '5' },
    viewport: { type: 'string', default: '320x240' },
  },
});
const dataDir = await mkdtemp(join(tmpdir(), 'tintype-chaos-'));
try {
  const problems = await (values.cluster ? chaosOfCluster() : chaosOfOne());
  console.log(problems.length === 0 ? 'Nothing was lost.' : problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function chaosOfOne(): Promise<string[]> {
  const report = await runChaos({
    kills: Number(values.kills),
    seed: Number(values.seed),
    dataDir,
    onKill(count) {
      if (count % 10 === 0) process.stderr.write(`${count} kills\n`);
    },
  });
  console.log(report);
  return problemsOf(report);
}

async function chaosOfCluster(): Promise<string[]> {
  const [width = 0, height = 0] = values.viewport.split('x').map(Number);
  const server = await startPostgres();
  if (server === undefined) throw new Error('There is no Postgres here.');
  try {
    const { problems, ...report } = await runCluster({
      server,
      dataDir,
      renders: integer('renders'),
      workers: 3,
      killEveryMs: integer('kill-every') * 1000,
      s3AwayMs: integer('s3-away') * 1000,
      viewport: { width, height },
      seed: Number(values.seed),
      onProgress: (text) => void process.stderr.write(`${text}\n`),
    });
    console.table(
      Object.entries(report).map(([what, value]) => ({ what, value: JSON.stringify(value) })),
    );
    return report.leftovers === 0
      ? problems
      : [...problems, `${report.leftovers} processes are left`];
  } finally {
    await server.stop();
  }
}

function integer(name: 'renders' | 's3-away' | 'kill-every'): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 0) {
    throw new Error(`--${name} must be an integer from 0; got ${values[name]}.`);
  }
  return number;
}
