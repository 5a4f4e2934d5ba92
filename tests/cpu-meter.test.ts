import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import { createCpuMeter } from './cpu-meter.ts';

const skip = process.platform !== 'linux' && 'it reads /proc';

/** A program that works until it took so much of the processor. */
const busy = (seconds: number) =>
  `while (process.cpuUsage().user + process.cpuUsage().system < ${seconds * 1e6});`;

t.test('counts children, even if their parent did not wait for them', { skip }, async (t) => {
  // Each stays for longer than there is between two readings.
  const worker = `${busy(0.6)} console.log('done'); setTimeout(() => {}, 600);`;
  const middle = `
    const worker = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(worker)}]);
    worker.stdout.once('data', () => process.kill(process.pid, 'SIGKILL'));`;
  const program = `
    const middle = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(middle)}]);
    middle.once('exit', () => setTimeout(() => {}, 600));`;
  const meter = createCpuMeter();
  const running = spawn(process.execPath, ['-e', program]);
  const end = meter.follow(running.pid as number);
  await once(running, 'close');
  const seconds = end() ?? 0;
  t.ok(seconds >= 0.6, `${seconds} s`);
});

t.test('tells two apart that run at once', { skip }, async (t) => {
  const meter = createCpuMeter();
  const run = async (seconds: number) => {
    const running = spawn(process.execPath, ['-e', `${busy(seconds)} setTimeout(() => {}, 600)`]);
    const end = meter.follow(running.pid as number);
    await once(running, 'close');
    return end() ?? 0;
  };
  const [long, short] = await Promise.all([run(1), run(0)]);
  t.ok(long >= 0.9, `${long} s`);
  t.ok(short < 0.9, `${short} s`);
});

t.test('a process that is gone already has no time', async (t) => {
  const running = spawn(process.execPath, ['-e', '']);
  await once(running, 'close');
  t.equal(createCpuMeter().follow(running.pid as number)(), undefined);
});
