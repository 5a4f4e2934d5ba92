import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import t from 'tap';

const module = new URL('process.ts', import.meta.url).href;
const skip = process.platform === 'linux' ? false : 'only Linux has priorities of threads';

t.test('lowers the priority of its own thread only', { skip }, async (t) => {
  const code = `
    const { getPriority } = require('node:os');
    const { parentPort } = require('node:worker_threads');
    void import(${JSON.stringify(module)}).then(({ lowerThreadPriority }) => {
      lowerThreadPriority(7);
      const once = getPriority();
      lowerThreadPriority(30);
      parentPort.postMessage([once, getPriority()]);
    });`;
  const before = getPriority();
  const worker = new Worker(code, { eval: true });
  t.teardown(() => worker.terminate());
  const [once, max] = await new Promise<number[]>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  t.equal(once, Math.min(19, before + 7));
  t.equal(max, 19);
  t.equal(getPriority(), before);
});
