import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromeFlags, findBrowser } from '@tintype/chrome';
import type { Test } from 'tap';
import { browserOptions } from './browser-options.ts';

/** A headless shell with a debugging port, which nothing here knows but by its address. */
export interface RemoteBrowser {
  child: ChildProcess;
  ws: string;
  http: string;
  /** With all its processes, and at once. */
  kill(): void;
}

/** Ends a process that was started as the head of a group, with all its processes. */
export function killGroup({ pid }: Pick<ChildProcess, 'pid'>): void {
  // Group 0 is that of the tests.
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** An address of this machine that is no loopback one. */
export const lan = Object.values(networkInterfaces())
  .flat()
  .find((own) => own && !own.internal && own.family === 'IPv4')?.address;

/**
 * Starts one, until the test ends. It sends UDP past its proxy unless `keepsUdp`; port 0 is any
 * that is free.
 */
export async function startRemoteBrowser(
  t: Pick<Test, 'teardown'>,
  { keepsUdp = false, port = 0 }: { keepsUdp?: boolean; port?: number } = {},
): Promise<RemoteBrowser> {
  const { path, flavour } = await findBrowser(browserOptions());
  const userDataDir = mkdtempSync(join(tmpdir(), 'remote-browser-'));
  const flags = chromeFlags({ flavour, gpu: false, sandbox: false, userDataDir }).filter(
    (flag) =>
      !flag.startsWith('--remote-debugging-pipe') &&
      (keepsUdp || !flag.includes('webrtc-ip-handling-policy')),
  );
  // Without its exception the rule takes the address of the proxy away as well.
  const rules = `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE ${lan}`;
  const child = spawn(path, [...flags, `--remote-debugging-port=${port}`, rules], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const kill = () => killGroup(child);
  t.teardown(async () => {
    kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  let said = '';
  for await (const chunk of child.stderr as AsyncIterable<Buffer>) {
    said += chunk.toString();
    const ws = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
    if (ws !== undefined) return { child, ws, http: `http://${new URL(ws).host}`, kill };
  }
  throw new Error(`the browser ended: ${said}`);
}
