import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Peers {
  load<T>(name: string): T;
  file(name: string, inside: string): string;
  version(name: string): string;
}

/**
 * Installs the peers of a folder by their own lock file, once, outside of the checkout: no user of
 * Tintype installs any of them.
 */
export async function fetchPeers(kind = 'peers'): Promise<Peers> {
  const source = path.join(import.meta.dirname, '..', kind);
  const lock = readFileSync(path.join(source, 'package-lock.json'));
  const name = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = path.join(tmpdir(), `tintype-peers-${name}`);
  const done = path.join(folder, 'installed');
  if (!existsSync(done)) {
    await mkdir(folder, { recursive: true });
    await cp(source, folder, { recursive: true });
    // Their scripts would fetch browsers and encoders; all get those of this machine. Some name an
    // older puppeteer as their peer.
    const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
    await run('npm', ['ci', ...flags], { cwd: folder });
    await writeFile(done, '');
  }
  const require = createRequire(path.join(folder, 'package.json'));
  const file = (peer: string, inside: string) => path.join(folder, 'node_modules', peer, inside);
  return {
    load: <T>(peer: string) => require(peer) as T,
    file,
    version: (peer) =>
      (JSON.parse(readFileSync(file(peer, 'package.json'), 'utf8')) as { version: string }).version,
  };
}
