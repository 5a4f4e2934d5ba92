import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createFixtureServer, freePort } from '@tintype/testkit';
import { startClients, type Clients } from './clients.ts';
import { assessRun, type Assessment } from './assess-run.ts';
import { createRandom } from './create-random.ts';
import { createMortalService, leftovers, type Life } from './mortal-service.ts';
import { createHooks, type ReceivedOf } from './create-hooks.ts';

export interface ChaosOptions {
  kills: number;
  /** A service that is ready lives so long at most, and the last one before its clients stop. */
  lifeMs?: number;
  /** An empty folder. */
  dataDir: string;
  /** Seed of the times of the kills: equal seeds, equal times after each start. */
  seed: number;
  onKill?(count: number, isReady: boolean): void;
}

export interface ChaosReport extends Assessment {
  kills: number;
  killsBeforeReady: number;
  seconds: number;
  answers: Clients['answers'];
  /** Processes of the service, browsers among them, that outlived it. */
  leftovers: number;
}

/** So many requests may be open at the same time; more would only wait. */
const maxOpen = 8;
/** When the killing is over, everything has to come to its end in so long. */
const calmMs = 180_000;

/**
 * Kills a service at random points while clients ask, lets the last one finish, and looks at what
 * was promised.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startMs = performance.now();
  const { lifeMs = 1500 } = options;
  const random = createRandom(options.seed);
  const pages = await createFixtureServer();
  pages.route('/page', async (_request, response) => {
    await delay(random() * 100);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>page</title><h1>page</h1>');
  });
  const hooks = createHooks(pages, ['run']);
  const received = hooks.received.get('run') as ReceivedOf;
  const mark = randomBytes(8).toString('hex');
  const accessKey = randomBytes(12).toString('hex');
  const port = await freePort();
  const service = createMortalService({ dataDir: options.dataDir, port, accessKey, mark });
  const clients = startClients({
    address: service.address,
    accessKey,
    pageUrl: pages.url('/page'),
    webhookUrl: `${hooks.url}/run`,
    atOnce: 3,
    isEnough: (promised) => open(promised, received) >= maxOpen,
  });
  let life: Life | undefined;
  let killsBeforeReady = 0;
  try {
    for (let count = 1; count <= options.kills; count += 1) {
      life = service.start();
      const isReady = await killSomewhere(life, random, lifeMs);
      if (!isReady) killsBeforeReady += 1;
      options.onKill?.(count, isReady);
    }
    life = service.start();
    if (!(await life.ready)) throw new Error(`The last service ended: ${life.stderr}`);
    await delay(lifeMs);
    await clients.stop();
    await untilQuiet(clients, received);
    const assessment = await assessRun({
      dataDir: options.dataDir,
      clients,
      received,
      stop: () => stopCalmly(life as Life),
    });
    return {
      ...assessment,
      kills: options.kills,
      killsBeforeReady,
      seconds: Math.round((performance.now() - startMs) / 1000),
      answers: clients.answers,
      leftovers: await leftovers(mark),
    };
  } finally {
    life?.kill('SIGKILL');
    await clients.stop();
    await pages.close();
  }
}

/**
 * One of seven is killed while it starts, the others at some point of their work. Returns whether
 * it was ready.
 */
async function killSomewhere(life: Life, random: () => number, lifeMs: number): Promise<boolean> {
  const diesEarly = random() < 1 / 7;
  const afterMs = random() * lifeMs;
  const isReady = diesEarly ? false : await life.ready;
  if (!diesEarly && !isReady) throw new Error(`The service ended by itself: ${life.stderr}`);
  const ended = await Promise.race([life.ended, delay(afterMs, 'alive' as const)]);
  if (ended !== 'alive') throw new Error(`The service ended by itself: ${life.stderr}`);
  life.kill('SIGKILL');
  await life.ended;
  return isReady;
}

const open = ({ later, direct }: Clients['promised'], received: ReceivedOf) =>
  [...later, ...direct].filter((id) => !received.has(id)).length;

async function untilQuiet(clients: Clients, received: ReceivedOf): Promise<void> {
  const endMs = performance.now() + calmMs;
  while (open(clients.promised, received) > 0 && performance.now() < endMs) await delay(100);
}

async function stopCalmly(life: Life): Promise<void> {
  life.kill('SIGTERM');
  const outcome = await life.ended;
  if (outcome !== 0) throw new Error(`The last service ended with ${outcome}: ${life.stderr}`);
}

/** Violations, in a sentence each. */
export function problemsOf(report: ChaosReport): string[] {
  const { lost, missing, unequal, withoutFile, leftovers, used, shouldBeUsed, reserved } = report;
  const problems: [boolean, string][] = [
    [lost.length > 0, `lost: ${lost.join(', ')}`],
    [missing.length > 0, `no webhook: ${missing.join(', ')}`],
    [unequal.length > 0, `webhooks that differ: ${unequal.join(', ')}`],
    [withoutFile.length > 0, `no file: ${withoutFile.join(', ')}`],
    [leftovers > 0, `${leftovers} processes outlived the service`],
    [reserved !== 0, `${reserved} places of the quota are held by nobody`],
    [
      used < shouldBeUsed.least || used > shouldBeUsed.max,
      `charged ${used} renders instead of ${shouldBeUsed.least} to ${shouldBeUsed.max}`,
    ],
  ];
  return problems.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}
