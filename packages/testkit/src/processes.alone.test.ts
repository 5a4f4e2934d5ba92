import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import { descendants, readProcess } from './processes.ts';

const skip = process.platform !== 'linux' && 'there is no /proc on this system';

t.test('what a process started is found, and no longer once it has ended', { skip }, async (t) => {
  const inner = `console.log(require('node:child_process').spawn('sleep', ['61']).pid)`;
  const child = spawn(process.execPath, ['-e', inner], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const sleeper = Number(line);
  t.match(
    descendants().filter(({ pid }) => pid === child.pid || pid === sleeper),
    [
      { pid: child.pid, parent: process.pid, path: process.execPath, runs: true },
      { pid: sleeper, parent: child.pid, commandLine: 'sleep 61', runs: true },
    ],
  );
  process.kill(sleeper, 'SIGKILL');
  await once(child, 'exit');
  t.same(
    descendants().filter(({ runs }) => runs),
    [],
  );
  t.equal(readProcess(sleeper)?.runs ?? false, false);
});
