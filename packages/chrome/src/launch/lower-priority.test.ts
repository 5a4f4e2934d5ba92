import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { lowerPriority } from './process-group.ts';

t.test('a process and its group let others go first', async (t) => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const exited = once(child, 'exit');
  const pid = child.pid ?? 0;
  const group = `/proc/${pid}/autogroup`;
  const before = getPriority(pid);
  lowerPriority(pid, 0);
  t.equal(getPriority(pid), before, '0 leaves it as it is');
  lowerPriority(pid, 15);
  t.equal(getPriority(pid), Math.min(19, before + 15));
  if (existsSync(group)) t.match(readFileSync(group, 'utf8'), / nice 15$/m);
  child.kill('SIGKILL');
  await exited;
  await delay(0);
  t.doesNotThrow(() => lowerPriority(pid, 15), 'a process that is gone');
});
