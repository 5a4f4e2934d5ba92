/**
 * Throughput of the store in one process, on a folder of its own.
 *
 * node --conditions=@tintype/source benchmarks/store.ts [--rounds 5] [--seconds 1] [--folder
 * FOLDER] [--at 16] [--caller]
 *
 * The store is in threads of its own, as in a service; with --caller it is in the calling thread.
 * --at sets the number of concurrent calls.
 *
 * Durable calls (`accept`) depend on the disk: name a folder on the one that counts.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSqliteStore, openSqliteStore } from '@tintype/store';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    folder: { type: 'string', default: tmpdir() },
    at: { type: 'string', default: '16' },
    caller: { type: 'boolean', default: false },
  },
});
const dataDir = await mkdtemp(join(values.folder, 'tintype-bench-store-'));
const options = { dataDir, now: Date.now };
const store = values.caller ? createSqliteStore(options) : await openSqliteStore(options);
const atOnce = Number(values.at);
const accounts = await Promise.all(
  Array.from({ length: 50 }, (_, i) => store.accounts.create({ name: `${i}`, plan: 'scale' })),
);
const pick = () => accounts[Math.floor(Math.random() * accounts.length)] ?? accounts[0];

const work: Record<string, (account: NonNullable<ReturnType<typeof pick>>) => Promise<unknown>> = {
  'look up an access key': ({ keys }) => store.accounts.findByAccessKey(keys.accessKey),
  'take one of the minute': ({ account }) => store.usage.takeRate(account.id, 1_000_000),
  'refuse, the minute is used up': ({ account }) => store.usage.takeRate(account.id, 1),
  'reserve and settle a render': async ({ account }) =>
    store.usage.settle((await store.usage.reserve(account.id, 1_000_000_000)) ?? ''),
  'accept a request (on disk)': ({ account }) =>
    store.requests.enqueue(
      {
        id: randomUUID(),
        accountId: account.id,
        kind: 'screenshot',
        parameters: { url: 'https://example.com/', full_page: true },
        baseUrl: 'https://shots.example',
      },
      undefined,
    ),
  'claim a request and put it back (on disk)': async () => {
    const [claim] = await store.requests.claim({ leaseMs: 60_000, limit: 1 });
    if (claim) await store.requests.putBack(claim);
  },
};

try {
  const rates = new Map(Object.keys(work).map((name) => [name, [] as number[]]));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, once] of Object.entries(work)) {
      const startMs = performance.now();
      let count = 0;
      while (performance.now() - startMs < Number(values.seconds) * 1000) {
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            const account = pick();
            if (account) await once(account);
          }),
        );
        count += atOnce;
      }
      rates.get(name)?.push(Math.round((count / (performance.now() - startMs)) * 1000));
    }
  }
  console.table(
    Object.fromEntries(
      [...rates].map(([name, all]) => {
        const sorted = all.toSorted((a, b) => a - b);
        return [
          name,
          {
            'per second': sorted[Math.floor(sorted.length / 2)],
            least: sorted[0],
            max: sorted.at(-1),
          },
        ];
      }),
    ),
  );
} finally {
  await store.close();
  await rm(dataDir, { recursive: true });
}
