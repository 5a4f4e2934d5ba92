import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { setImmediate as tick } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createPriorityWatch } from './page-priority.ts';

const skip = process.platform !== 'linux' && 'priorities of threads are those of Linux';

/** Starts a program of Node that writes when it is ready. */
async function startProgram(t: Test, program: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid as number;
}

t.test('a page whose threads compute without end waits for others', { skip }, async (t) => {
  const child = spawn('sleep', ['100'], { stdio: 'ignore' });
  t.teardown(() => child.kill());
  await once(child, 'spawn');
  const id = child.pid as number;
  let threads = 0;
  let cpuTime = 5;
  const watch = createPriorityWatch({ running: () => threads });
  const looks = async (count: number, running: number, seconds: number, type = 'renderer') => {
    threads = running;
    for (; count > 0; count -= 1) {
      cpuTime += seconds;
      watch.look([{ type, id, cpuTime }]);
    }
    return getPriority(id);
  };
  t.equal(await looks(9, 8, 0.3, 'browser'), 0, 'pages only');
  t.equal(await looks(9, 1, 0.25), 0, 'one thread is its own');
  t.equal(await looks(3, 8, 0.1), 0, 'not for a moment');
  t.equal(await looks(1, 1, 0.1), 0);
  t.equal(await looks(3, 8, 0.1), 0, 'nor for another');
  t.equal(await looks(1, 1, 0.1), 0);
  t.equal(await looks(9, 8, 0), 0, 'it has to compute');
  t.equal(await looks(4, 8, 0.1), 10);
});

t.test('a page that computes for seconds without a pause waits for others', { skip }, async (t) => {
  const child = spawn('sleep', ['100'], { stdio: 'ignore' });
  t.teardown(() => child.kill());
  await once(child, 'spawn');
  const id = child.pid as number;
  let nowMs = 0;
  let threads = 1;
  let cpuTime = 0;
  const watch = createPriorityWatch({ running: () => threads, now: () => nowMs });
  const compute = (forMs: number, seconds = 0.2) => {
    for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 250) {
      cpuTime += seconds;
      watch.look([{ type: 'renderer', id, cpuTime }]);
    }
    return getPriority(id);
  };
  t.equal(compute(250), 0);
  t.equal(compute(4_500), 0, 'not for less than 5 s');
  threads = 0;
  t.equal(compute(250), 0);
  threads = 1;
  t.equal(compute(5_000), 0, 'it waited for something in between');
  t.equal(compute(500, 0.001), 10, 'also where others leave it no processor');
});

t.test('one thread that never pauses is found', { skip }, async (t) => {
  const program = `require('node:fs').writeSync(1, 'on'); for (;;);`;
  const id = await startProgram(t, program);
  let nowMs = 0;
  const watch = createPriorityWatch({ now: () => nowMs });
  while (getPriority(id) === 0) {
    nowMs += 250;
    // It computes between every other two looks: the threads of Node never count as busy in a row.
    watch.look([{ type: 'renderer', id, cpuTime: Math.floor(nowMs / 500) }]);
    await tick();
  }
  t.equal(getPriority(id), 10);
  t.ok(nowMs >= 5_000);
});

t.test('threads that compute are counted', { skip }, async (t) => {
  const program = `
    const { Worker } = require('node:worker_threads');
    for (let n = 0; n < 3; n += 1) new Worker('for (;;);', { eval: true });
    console.log('on');`;
  const id = await startProgram(t, program);
  const watch = createPriorityWatch();
  for (let cpuTime = 1; getPriority(id) === 0; cpuTime += 1) {
    watch.look([{ type: 'renderer', id, cpuTime }]);
    await tick();
  }
  t.equal(getPriority(id), 10);
});
