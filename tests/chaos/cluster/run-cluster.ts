import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFixtureServer, type PostgresServer } from '@tintype/testkit';
import { newDatabase } from '../../postgres/database.ts';
import { createHooks } from '../create-hooks.ts';
import { leftovers } from '../mortal-service.ts';
import { askAll, countOf, type Viewport } from './ask-all.ts';
import { assessCluster, type ClusterAssessment } from './assess-cluster.ts';
import { causeChaos, type ChaosDone, type ChaosOptions } from './cause-chaos.ts';
import { makeClusterAccounts } from './cluster-accounts.ts';
import { serveClusterPages } from './cluster-pages.ts';
import { createMortalS3 } from './create-mortal-s3.ts';
import { startMembers } from './members.ts';

export interface ClusterOptions extends Pick<
  ChaosOptions,
  'killEveryMs' | 'maxKills' | 's3AwayMs' | 'seed'
> {
  server: PostgresServer;
  /** An empty folder. */
  dataDir: string;
  /** Number of renders. More are requested than the quotas allow. */
  renders: number;
  workers: number;
  viewport: Viewport;
  /** Told every ten seconds what has come, and of each event. */
  onProgress?(text: string): void;
}

export interface ClusterReport extends ClusterAssessment, ChaosDone {
  seconds: number;
  /** From the first that was asked for to the last webhook. */
  rendersPerSecond: number;
  answers: Readonly<Record<string, number>>;
  /** Processes, browsers among them, that outlived their service. */
  leftovers: number;
}

/** When nothing has come for so long, nothing more will. S3 may be away meanwhile. */
const stuckMs = 180_000;
const progressMs = 10_000;

/**
 * Maximum number of accepted requests that have not ended: requests continue to the end of the run.
 */
const maxAhead = 1_000;

/** Kills processes of a cluster at random while accounts ask, and looks at what was promised. */
export async function runCluster(options: ClusterOptions): Promise<ClusterReport> {
  const { server, dataDir, renders, onProgress = () => {} } = options;
  const startMs = performance.now();
  const place = await newDatabase(server);
  const s3 = await createMortalS3(join(dataDir, 's3'));
  const accounts = await makeClusterAccounts(place, dataDir, renders);
  const names = accounts.map(({ name }) => name);
  const pages = await createFixtureServer();
  const pageUrl = serveClusterPages(pages, names);
  const hooks = createHooks(pages, names);
  const mark = randomBytes(8).toString('hex');
  const members = await startMembers({
    dataDir,
    workers: options.workers,
    args: ['--store', place, '--concurrency', '2', '--files', 's3://shots/cluster'],
    env: {
      TINTYPE_S3_ENDPOINT: s3.options.endpoint,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    mark,
  });
  const askedMs = performance.now();
  const ending = new AbortController();
  const tell = (text: string) => {
    const seconds = Math.round((performance.now() - askedMs) / 1000);
    onProgress(
      `${seconds} s: ${countOf(asked.promised)} accepted, ${hooks.count} webhooks; ${text}`,
    );
  };
  const asked = askAll({
    accounts,
    addresses: members.filter(({ role }) => role === 'api').map(({ service }) => service.address),
    pageUrl,
    webhookUrl: hooks.url,
    viewport: options.viewport,
    atOnce: 8,
    mayAsk: (promised) => promised - hooks.count < maxAhead,
    signal: ending.signal,
  });
  const calm = new AbortController();
  const progress = () => hooks.count / renders;
  const wanted = { ...options, members, s3, progress, onEvent: tell };
  const chaos = causeChaos(wanted, calm.signal);
  const telling = setInterval(() => tell('goes on'), progressMs);
  try {
    await Promise.race([
      untilDone(
        () => hooks.count,
        async () => asked.done.then(() => countOf(asked.promised)),
        options.s3AwayMs,
      ),
      // It ends later, unless it fails.
      chaos.then(() => new Promise<never>(() => {})),
    ]);
    const doneMs = performance.now();
    calm.abort();
    const caused = await chaos;
    for (const { life } of members) life.kill('SIGTERM');
    for (const { life } of members) await life.ended;
    tell('everything has ended');
    const { bucket, ...rest } = s3.options;
    const evidence = {
      place,
      dataDir,
      s3: { ...rest, bucket, prefix: 'cluster' },
      accounts,
      asked,
      received: hooks.received,
      viewport: options.viewport,
    };
    return {
      ...(await assessCluster(evidence)),
      ...caused,
      seconds: Math.round((performance.now() - startMs) / 1000),
      rendersPerSecond: Math.round((hooks.count / (doneMs - askedMs)) * 10_000) / 10,
      answers: asked.answers,
      leftovers: await leftovers(mark),
    };
  } finally {
    clearInterval(telling);
    ending.abort();
    calm.abort();
    await chaos.catch(() => {});
    for (const { life } of members) life.kill('SIGKILL');
    await pages.close();
    await s3.stop().catch(() => {});
  }
}

/** Waits until as much has come as was promised, or nothing comes any more. */
async function untilDone(
  count: () => number,
  promised: () => Promise<number>,
  s3AwayMs: number,
): Promise<void> {
  let total = Infinity;
  void promised().then((sum) => (total = sum));
  let last = { count: -1, ms: performance.now() };
  while (count() < total && performance.now() - last.ms < stuckMs + s3AwayMs) {
    if (count() !== last.count) last = { count: count(), ms: performance.now() };
    await delay(100);
  }
}
