import t from 'tap';
import { createFigures } from './create-figures.ts';

const execution = { kind: 'pdf', mode: 'direct', queueMs: 3, totalMs: 100, timings: [] } as const;

const browser = {
  use: 'pages',
  product: 'HeadlessChrome/1',
  pid: 7,
  ageMs: 1,
  renders: 2,
  running: 1,
  retired: false,
} as const;

t.test('counts a minute, records it, and starts the next', async (t) => {
  const written: Record<string, unknown>[] = [];
  const figures = createFigures({
    sources: {
      limiter: () => ({ running: 1, waiting: 2, waitingInBackground: 3 }),
      browsers: () => 4,
      requests: async () => ({ queued: 5, processing: 6 }),
      browserStates: () => [browser],
      databaseBytes: async () => 111,
    },
    journal: {
      async write(book, text, keep) {
        t.same([book, keep], ['figures', 11_520]);
        written.push(JSON.parse(text) as Record<string, unknown>);
      },
    },
    dataDir: t.testdir(),
    process: () => 'here:3000',
  });
  const { executed } = figures.observer;
  for (let ms = 1; ms <= 100; ms += 1) {
    const timings = [{ stage: 'navigate', durationMs: ms }] as never;
    executed({ ...execution, outcome: 'succeeded', totalMs: ms, timings });
  }
  executed({ ...execution, outcome: 'timeout' });
  executed({ ...execution, outcome: 'timeout' });
  const expected = {
    process: 'here:3000',
    succeeded: 100,
    failed: 2,
    errors: { timeout: 2 },
    stages: { navigate: { count: 100, ms: 5_050 } },
    p50Ms: 51,
    p95Ms: 96,
    waitMs: 3,
    running: 1,
    waiting: 2,
    waitingInBackground: 3,
    browsers: 4,
    requests: { queued: 5, processing: 6 },
    databaseBytes: 111,
  };
  t.match(await figures.current(), expected);
  await figures.keep();
  t.match(written, [expected]);
  t.ok(Number(written[0]?.['diskFreeBytes']) > 0);
  const idle = { succeeded: 0, failed: 0, errors: {}, p50Ms: undefined, p95Ms: undefined };
  t.match(await figures.current(), idle, 'no render has no median');
});

t.test('a busy minute fits into an entry of the journal', async (t) => {
  let bytes = 0;
  const figures = createFigures({
    sources: {},
    journal: { write: async (_book, text) => void (bytes = Buffer.byteLength(text)) },
    dataDir: t.testdir({}),
    process: () => 'here:3000',
  });
  const timings = Array.from({ length: 20 }, (_, count) => ({
    stage: `stage ${count}`,
    durationMs: 1e6,
  })) as never;
  for (let count = 0; count < 50_000; count += 1) {
    figures.observer.executed({ ...execution, outcome: 'succeeded', timings });
  }
  await figures.keep();
  t.ok(bytes < 8_000, `${bytes} bytes`);
});
