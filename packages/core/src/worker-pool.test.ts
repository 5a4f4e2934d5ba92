import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { createWorkerPool } from './worker-pool.ts';

type Job = { do: string; text?: string };

const module = new URL('./fixtures/echo-worker.ts', import.meta.url);
const options = { module, size: 2, memoryMb: 64, idleMs: 60_000 };
const never = new AbortController().signal;

t.test('runs more jobs than there are workers', async (t) => {
  const pool = createWorkerPool<Job, string>(options);
  t.teardown(() => pool.stop());
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, index) => pool.run({ do: 'echo', text: `${index}` }, never)),
  );
  t.same(answers, ['0', '1', '2', '3', '4', '5', '6']);
});

t.test('terminates a worker during a job', async (t) => {
  const pool = createWorkerPool<Job, string>({ ...options, size: 1 });
  t.teardown(() => pool.stop());
  const controller = new AbortController();
  const endless = pool.run({ do: 'loop' }, controller.signal);
  const waiting = pool.run({ do: 'echo', text: 'after' }, never);
  setTimeout(() => controller.abort(new Error('over')), 50);
  await t.rejects(endless, { message: 'over' });
  t.equal(await waiting, 'after', 'the next job gets a new worker');
});

t.test('a waiting job can be aborted', async (t) => {
  const pool = createWorkerPool<Job, string>({ ...options, size: 1 });
  t.teardown(() => pool.stop());
  const first = new AbortController();
  const second = new AbortController();
  const endless = pool.run({ do: 'loop' }, first.signal);
  const waiting = pool.run({ do: 'echo' }, second.signal);
  second.abort(new Error('no longer'));
  await t.rejects(waiting, { message: 'no longer' });
  first.abort(new Error('over'));
  await t.rejects(endless, { message: 'over' });
  await t.rejects(pool.run({ do: 'echo' }, first.signal), { message: 'over' }, 'aborted before');
});

t.test('a worker that exits fails only its own job', async (t) => {
  const pool = createWorkerPool<Job, string>(options);
  t.teardown(() => pool.stop());
  await t.rejects(pool.run({ do: 'exit' }, never), { message: 'the worker ended with code 3' });
  await t.rejects(pool.run({ do: 'eat' }, never), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  await t.rejects(
    pool.run({ do: 'inflate' }, never),
    { code: 'ERR_WORKER_OUT_OF_MEMORY' },
    'bytes that no limit of a thread counts',
  );
  t.equal(await pool.run({ do: 'echo', text: 'well' }, never), 'well');
});

t.test('stop terminates running jobs', async (t) => {
  const pool = createWorkerPool<Job, string>(options);
  const endless = pool.run({ do: 'loop' }, never);
  endless.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 30));
  await pool.stop();
  await t.rejects(endless, { message: /the worker ended/ });
  await t.rejects(pool.run({ do: 'echo' }, never), { message: 'the pool is stopped' });
});

t.test('terminates a worker whose job exceeds maxJobMs', async (t) => {
  const pool = createWorkerPool<Job, string>({ ...options, size: 1, maxJobMs: 100 });
  t.teardown(() => pool.stop());
  await t.rejects(pool.run({ do: 'loop' }, never), { code: 'ERR_WORKER_TIMEOUT' });
  t.equal(await pool.run({ do: 'echo', text: 'next' }, never), 'next');
});

t.test('a job keeps the process alive, a warm pool does not', async (t) => {
  const script = `import { createWorkerPool } from ${JSON.stringify(new URL('./worker-pool.ts', import.meta.url))};
    const made = createWorkerPool({ ...${JSON.stringify(options)}, module: new URL(${JSON.stringify(module)}) });
    made.warm();
    console.log(await made.run({ do: 'echo', text: 'done' }, new AbortController().signal));`;
  const run = promisify(execFile);
  const { stdout } = await run(
    process.execPath,
    ['--conditions=@tintype/source', '--input-type=module', '-e', script],
    {
      timeout: 9000,
    },
  );
  t.equal(stdout, 'done\n');
});
