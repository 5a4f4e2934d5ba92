import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createFixtureServer, type PostgresServer } from '@tintype/testkit';
import { newDatabase } from '../../postgres/database.ts';
import { createRandom } from '../create-random.ts';
import { freePort } from '../free-port.ts';
import { leftovers } from '../leftovers.ts';
import { createMortalService, type Life, type MortalService } from '../mortal-service.ts';
import { askAll } from './ask-all.ts';
import { assessCluster, type ClusterAssessment } from './assess-cluster.ts';
import { makeClusterAccounts } from './cluster-accounts.ts';
import { createHooks } from './create-hooks.ts';

/** How much chaos. */
export interface ClusterOptions {
  server: PostgresServer;
  /** An empty folder, for the results. */
  dataDir: string;
  /** How many renders are asked for. */
  requests: number;
  workers: number;
  /** A process is killed so long after the one before. */
  killEveryMs: number;
  /** No more than so many. Default: as long as there is something to do. */
  mostKills?: number;
  /** After so many kills, the database is restarted once. */
  restartAfterKills: number;
  seed: number;
  /** Told each second what has come. */
  onProgress?(text: string): void;
}

/** The result. */
export interface ClusterReport extends ClusterAssessment {
  /** By role. */
  kills: Record<string, number>;
  restarts: number;
  seconds: number;
  answers: Readonly<Record<string, number>>;
  /** Processes, browsers among them, that outlived their service. */
  leftovers: number;
}

/** When all was asked for, everything has to come to its end in so long. */
const calmMs = 240_000;

/** In a row. */
const mostStarts = 5;

interface Member {
  role: string;
  service: MortalService;
  life: Life;
}

/** Kills processes of a cluster at random while accounts ask, and looks at what was promised. */
export async function runCluster(options: ClusterOptions): Promise<ClusterReport> {
  const { server, dataDir, requests } = options;
  const startMs = performance.now();
  const place = await newDatabase(server);
  const accounts = await makeClusterAccounts(place, dataDir, requests);
  const names = accounts.map(({ name }) => name);
  const pages = await createFixtureServer();
  for (const name of names)
    pages.page(`/page/${name}`, `<!doctype html><title>${name}</title>${name}`);
  const hooks = createHooks(pages, names);
  const mark = randomBytes(8).toString('hex');
  const members = await startMembers(options, place, mark);
  const ending = new AbortController();
  const asked = askAll({
    accounts,
    addresses: members.filter(({ role }) => role === 'api').map(({ service }) => service.address),
    pageUrl: pages.url('/page'),
    webhookUrl: hooks.url,
    atOnce: 8,
    signal: ending.signal,
  });
  const promised = () => [...asked.promised.values()].reduce((sum, ids) => sum + ids.size, 0);
  const calm = new AbortController();
  const chaos = causeChaos(members, options, calm.signal, () =>
    options.onProgress?.(`${promised()} accepted, ${hooks.count} webhooks`),
  );
  try {
    await asked.done;
    const endMs = performance.now() + calmMs;
    while (hooks.count < promised() && performance.now() < endMs) await delay(100);
    calm.abort();
    const caused = await chaos;
    for (const { life } of members) life.kill('SIGTERM');
    for (const { life } of members) await life.ended;
    const evidence = { place, dataDir, accounts, asked, received: hooks.received };
    return {
      ...(await assessCluster(evidence)),
      ...caused,
      seconds: Math.round((performance.now() - startMs) / 1000),
      answers: asked.answers,
      leftovers: await leftovers(mark),
    };
  } finally {
    ending.abort();
    calm.abort();
    await chaos.catch(() => {});
    for (const { life } of members) life.kill('SIGKILL');
    await pages.close();
  }
}

async function startMembers(
  { dataDir, workers }: ClusterOptions,
  place: string,
  mark: string,
): Promise<Member[]> {
  const roles = ['api', 'api', ...Array<string>(workers).fill('worker'), 'scheduler,webhooks'];
  const members: Member[] = [];
  for (const role of roles) {
    const port = await freePort();
    const args = ['--store', place, '--role', role, '--concurrency', '2'];
    const service = createMortalService({ dataDir, port, mark, args });
    members.push({ role, service, life: service.start() });
    await untilReady(members.at(-1)!);
  }
  return members;
}

/** Whatever runs a service starts it again when it could not start: the database may be away, or the machine too busy for a browser. */
async function untilReady(member: Member): Promise<void> {
  for (let starts = 1; !(await member.life.ready); starts += 1) {
    const { role, life } = member;
    if (starts === mostStarts)
      throw new Error(`A process (${role}) does not start: ${life.stderr}`);
    member.life = member.service.start();
  }
}

async function causeChaos(
  members: Member[],
  { server, killEveryMs, mostKills = Infinity, restartAfterKills, seed }: ClusterOptions,
  calm: AbortSignal,
  onKill: () => void,
): Promise<Pick<ClusterReport, 'kills' | 'restarts'>> {
  const random = createRandom(seed);
  const kills: Record<string, number> = {};
  let restarts = 0;
  for (let count = 0; count < mostKills && !calm.aborted;) {
    await delay(killEveryMs, undefined, { signal: calm }).catch(() => {});
    if (calm.aborted) break;
    const member = members[Math.floor(random() * members.length)]!;
    member.life.kill('SIGKILL');
    await member.life.ended;
    kills[member.role] = (kills[member.role] ?? 0) + 1;
    count += 1;
    if (count === restartAfterKills) {
      await server.restart();
      restarts += 1;
    }
    member.life = member.service.start();
    await untilReady(member);
    onKill();
  }
  return { kills, restarts };
}
