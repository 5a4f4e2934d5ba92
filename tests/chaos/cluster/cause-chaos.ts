import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresServer } from '@tintype/testkit';
import { createRandom } from '../create-random.ts';
import type { MortalS3 } from './create-mortal-s3.ts';
import { untilReady, type Member } from './members.ts';

/** Faults and their targets. */
export interface ChaosOptions {
  members: readonly Member[];
  server: Pick<PostgresServer, 'restart'>;
  s3: Pick<MortalS3, 'goAway' | 'comeBack'>;
  /** A process is killed so long after the one before. */
  killEveryMs: number;
  /** No more than so many. Default: as long as there is something to do. */
  maxKills?: number;
  /** Duration of the S3 outage, in ms. */
  s3AwayMs: number;
  seed: number;
  /** Share of the expected results that have arrived, from 0 to 1. */
  progress(): number;
  onEvent?(text: string): void;
}

/** Faults that were caused. */
export interface ChaosDone {
  /** By role. */
  kills: Record<string, number>;
  /** Of the database. */
  restarts: number;
  /** Seconds without S3. */
  s3AwaySeconds: number;
}

/** So much has come when the database is restarted, and when S3 goes. */
const restartAt = 1 / 4;
const s3At = 1 / 2;

/**
 * Kills processes at random until all is calm, restarts the database once, and takes S3 away once.
 */
export async function causeChaos(options: ChaosOptions, calm: AbortSignal): Promise<ChaosDone> {
  const [kills, restarts, s3AwaySeconds] = await Promise.all([
    killMembers(options, calm),
    restartDatabase(options, calm),
    takeS3Away(options, calm),
  ]);
  return { kills, restarts, s3AwaySeconds };
}

async function killMembers(
  { members, killEveryMs, maxKills = Infinity, seed, onEvent }: ChaosOptions,
  calm: AbortSignal,
): Promise<Record<string, number>> {
  const random = createRandom(seed);
  const kills: Record<string, number> = {};
  let killedMs = performance.now();
  for (let count = 0; count < maxKills; count += 1) {
    // Who was killed listens again by then: on a busy machine all would be down all the time.
    if (!(await pause(Math.max(0, killedMs + killEveryMs - performance.now()), calm))) break;
    killedMs = performance.now();
    const member = members[Math.floor(random() * members.length)]!;
    member.life.kill('SIGKILL');
    await member.life.ended;
    kills[member.role] = (kills[member.role] ?? 0) + 1;
    onEvent?.(`killed: ${member.role}`);
    member.life = member.service.start();
    await untilReady(member);
  }
  return kills;
}

async function restartDatabase(options: ChaosOptions, calm: AbortSignal): Promise<number> {
  if (!(await untilProgress(restartAt, options, calm))) return 0;
  options.onEvent?.('restarts the database');
  await options.server.restart();
  return 1;
}

/** The first half of the time connections are reset, then requests have no answer. */
async function takeS3Away(options: ChaosOptions, calm: AbortSignal): Promise<number> {
  const { s3, s3AwayMs, onEvent } = options;
  if (s3AwayMs === 0 || !(await untilProgress(s3At, options, calm))) return 0;
  const startMs = performance.now();
  try {
    for (const how of ['resets', 'says nothing'] as const) {
      onEvent?.(`S3 ${how}`);
      s3.goAway(how);
      await pause(s3AwayMs / 2, calm);
    }
  } finally {
    s3.comeBack();
    onEvent?.('S3 is back');
  }
  return Math.round((performance.now() - startMs) / 1000);
}

async function untilProgress(
  share: number,
  { progress }: ChaosOptions,
  calm: AbortSignal,
): Promise<boolean> {
  while (progress() < share) if (!(await pause(20, calm))) return false;
  return true;
}

/** False: it is to be calm. */
async function pause(ms: number, calm: AbortSignal): Promise<boolean> {
  await delay(ms, undefined, { signal: calm }).catch(() => {});
  return !calm.aborted;
}
