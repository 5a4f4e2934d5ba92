import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts `tintype serve` as a process of its own, on a free port and a new data folder. */
export async function serve(args: readonly string[], env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tintype-bench-'));
  const bin = join(import.meta.dirname, '../packages/tintype/bin/tintype.js');
  const own = ['serve', '--port', '0', '--data-dir', dataDir, ...args];
  const child = spawn(process.execPath, ['--conditions=@tintype/source', bin, ...own], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (piece) => (said += String(piece)));
  while (!/^API: /m.test(said)) {
    if (child.exitCode !== null) throw new Error(said);
    await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  }
  return {
    address: /listens on ([^\s,]+)/.exec(said)?.[1] ?? '',
    dataDir,
    pid: child.pid,
    /** Does not wait for running renders: a second signal ends them. */
    async stop() {
      child.kill('SIGTERM');
      child.kill('SIGINT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
