/**
 * Measures how much one account can slow down others: `tintype serve` with twenty accounts, one of
 * which renders endless pages.
 *
 *     node --conditions=@tintype/source benchmarks/fairness.ts --only attack,scripts,renders,async,tasks --seconds 20
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSqliteStore, type PlanName } from '@tintype/store';
import { median, quantile } from './median.ts';
import { serve } from './serve.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'attack,scripts,renders,async,tasks' },
    seconds: { type: 'string', default: '20' },
    concurrency: { type: 'string', default: '4' },
    accounts: { type: 'string', default: '20' },
    /** The plan of the hostile account. */
    plan: { type: 'string', default: 'free' },
  },
});
const seconds = Number(values.seconds);
const others = Number(values.accounts) - 1;

const small = { html: '<h1>small</h1>', viewport_width: 320, viewport_height: 200 };
const endless = { html: '<script>for (;;);</script>', timeout: 30 };

interface Caller {
  post(path: string, body: object): Promise<{ status: number; body: unknown }>;
}

interface Lab {
  hostile: Caller;
  victims: Caller[];
  /**
   * Ends the service, and returns how many async requests of each of the victims have succeeded,
   * and how many of the hostile account ended.
   */
  end(): Promise<{ done: number[]; hostile: number }>;
}

const phases: Record<string, () => Promise<void>> = {
  attack,
  scripts,
  renders,
  async: later,
  tasks,
};
console.log(
  '| what | each of the others | least to most | Jain | hostile |\n| --- | --- | --- | --- | --- |',
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
for (const name of values.only.split(',')) await phases[name]?.();

/** Twelve endless renders, while another account renders one page after the other. */
async function attack(): Promise<void> {
  const lab = await createLab();
  const [victim] = lab.victims;
  const alone = await times(victim, 10);
  const held = hold(lab.hostile);
  await delay(1_000);
  const attacked = await times(victim, 20);
  await lab.end();
  await held;
  console.log(
    `| one small page, ms, alone | ${Math.round(median(alone))} | ${span(alone)} | - | - |`,
  );
  console.log(
    `| beside 12 renders without an end | ${Math.round(median(attacked))} | ${span(attacked)} | - | - |`,
  );
}

/**
 * Ten accounts render a page every few seconds, while an account of the largest plan always runs
 * twelve endless scripts.
 */
async function scripts(): Promise<void> {
  const lab = await createLab('scale');
  const victims = lab.victims.slice(0, 10);
  const measure = async () => {
    const until = performance.now() + seconds * 1000;
    const taken = await Promise.all(
      victims.map(async (victim) => {
        const own: number[] = [];
        while (performance.now() < until) {
          own.push(...(await times(victim, 1)));
          await delay(2_000);
        }
        return own;
      }),
    );
    return taken.flat();
  };
  const alone = await measure();
  let isOver = false;
  const held = Array.from({ length: 12 }, async () => {
    while (!isOver) await lab.hostile.post('/v1/screenshot', endless).catch(() => (isOver = true));
  });
  await delay(1_000);
  const attacked = await measure();
  isOver = true;
  await lab.end();
  await Promise.all(held);
  for (const [what, taken] of [
    ['ten accounts, ms', alone],
    ['ten accounts beside scripts without an end, ms', attacked],
  ] as const) {
    const p95 = quantile(taken, 0.95);
    console.log(
      `| ${what} | ${Math.round(median(taken))} (p95 ${Math.round(p95)}) | ${span(taken)} | - | ${taken.length} renders |`,
    );
  }
}

/** They get no response when the service stops. */
function hold(hostile: Caller): Promise<unknown> {
  return Promise.allSettled(
    Array.from({ length: 12 }, () => hostile.post('/v1/screenshot', endless)),
  );
}

/** All accounts render as fast as possible. */
async function renders(): Promise<void> {
  const lab = await createLab();
  const until = performance.now() + seconds * 1000;
  const held = hold(lab.hostile);
  const done = await Promise.all(
    lab.victims.map(async (victim) => {
      let count = 0;
      while (performance.now() < until) {
        const { status } = await victim.post('/v1/screenshot', small);
        if (status === 200) count += 1;
      }
      return count;
    }),
  );
  await lab.end();
  await held;
  tell(`renders in ${seconds} s`, done, '-');
}

/** All accounts queue more async requests than can be rendered. */
async function later(): Promise<void> {
  const lab = await createLab();
  await Promise.all(
    Array.from({ length: 40 }, () =>
      lab.hostile.post('/v1/screenshot', { ...endless, async: true }),
    ),
  );
  for (let round = 0; round < 40; round += 1) {
    await Promise.all(
      lab.victims.map((victim) => victim.post('/v1/screenshot', { ...small, async: true })),
    );
  }
  await delay(seconds * 1000);
  const { done, hostile } = await lab.end();
  tell(`requests for later in ${seconds} s`, done, `${hostile}`);
}

/** All accounts have tasks that run each minute; the hostile account has twenty. */
async function tasks(): Promise<void> {
  const lab = await createLab('scale');
  const task = (name: string, html: object) => ({
    name,
    api: 'screenshot',
    query: new URLSearchParams(
      Object.entries(html).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString(),
    frequency: 'every_minute',
  });
  for (let index = 0; index < 20; index += 1) {
    await lab.hostile.post('/v1/tasks', task(`endless ${index}`, endless));
  }
  for (const victim of lab.victims) {
    for (let index = 0; index < 2; index += 1) {
      await victim.post('/v1/tasks', task(`small ${index}`, small));
    }
  }
  // Two full minutes of the clock, and what runs in them.
  await delay(60_000 - (Date.now() % 60_000) + 60_000 + seconds * 1000);
  const { done, hostile } = await lab.end();
  tell('runs of 2 tasks in 2 minutes', done, `${hostile}`);
}

async function times(caller: Caller | undefined, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const answer = await caller?.post('/v1/screenshot', small);
    if (answer?.status !== 200) throw new Error(`It was answered ${JSON.stringify(answer)}.`);
    taken.push(performance.now() - startedAt);
  }
  return taken;
}

function tell(what: string, counts: number[], hostile: string): void {
  const sum = counts.reduce((total, count) => total + count, 0);
  const squares = counts.reduce((total, count) => total + count * count, 0);
  const jain = sum === 0 ? 0 : (sum * sum) / (counts.length * squares);
  console.log(
    `| ${what} | ${Math.round(median(counts))} | ${span(counts)} | ${jain.toFixed(3)} | ${hostile} |`,
  );
}

function span(numbers: number[]): string {
  return `${Math.round(Math.min(...numbers))}-${Math.round(Math.max(...numbers))}`;
}

async function createLab(plan = values.plan as PlanName): Promise<Lab> {
  const args = ['--log-level', 'silent', '--concurrency', values.concurrency];
  const { address, dataDir, stop } = await serve(args);
  const store = createSqliteStore({ dataDir, now: Date.now });
  const ids: string[] = [];
  const account = async (name: string, of: PlanName): Promise<Caller> => {
    const made = await store.accounts.create({ name, plan: of, ratePerMinute: 1_000_000 });
    ids.push(made.account.id);
    return {
      async post(path, body) {
        const answer = await fetch(address + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-access-key': made.keys.accessKey },
          body: JSON.stringify(body),
        });
        const isJson = answer.headers.get('content-type')?.includes('json');
        return { status: answer.status, body: isJson ? await answer.json() : await answer.bytes() };
      },
    };
  };
  const hostile = await account('hostile', plan);
  const victims: Caller[] = [];
  for (let index = 0; index < others; index += 1) {
    victims.push(await account(`other ${index}`, 'scale'));
  }
  // Everything that is loaded late is loaded.
  await times(victims[0], 4);
  return {
    hostile,
    victims,
    async end() {
      const [bad = '', ...good] = ids;
      const ended = async (id: string, statuses: readonly string[]) => {
        const page = await store.requests.list(id, { limit: 1_000 });
        return page.filter(({ status }) => statuses.includes(status)).length;
      };
      const done = await Promise.all(good.map((id) => ended(id, ['succeeded'])));
      const hostileEnds = await ended(bad, ['succeeded', 'failed']);
      await stop();
      await store.close();
      return { done, hostile: hostileEnds };
    },
  };
}
