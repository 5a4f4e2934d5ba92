import { availableParallelism } from 'node:os';
import t from 'tap';
import { createIdleMeter } from './idle-meter.ts';

t.test('counts cores that had nothing to do', async (t) => {
  const at = (user: number, idle: number) => ({ times: { user, nice: 0, sys: 0, idle, irq: 0 } });
  const readings = [
    [at(100, 100), at(0, 500)],
    // One was busy, the other idle.
    [at(200, 100), at(0, 600)],
    // Half of each.
    [at(250, 150), at(50, 650)],
    [at(250, 150), at(50, 650)],
  ];
  const idle = createIdleMeter(() => readings.shift() ?? []);
  t.same([idle(), idle(), idle()], [1, 1, 0]);
});

t.test('reads the machine', async (t) => {
  const idle = createIdleMeter();
  for (const end = performance.now() + 300; performance.now() < end;);
  const cores = idle();
  // This thread kept one of them busy, or waited for others that did.
  t.ok(cores >= 0 && cores <= availableParallelism() - 0.5, `${cores}`);
});
