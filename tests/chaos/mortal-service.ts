import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { program, root } from '../cli/run-cli.ts';
import { cleanEnvironment } from '../serve/run-service.ts';

/** `tintype serve` that is started again and again on one folder and one port. */
export interface MortalService {
  readonly address: string;
  /** Begins a process. It may be killed before it listens. */
  start(): Life;
}

/** One process. */
export interface Life {
  /** True when it listens; false when it ended before. */
  ready: Promise<boolean>;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  kill(signal: NodeJS.Signals): void;
  readonly stderr: string;
}

/** Marks processes of a run, in their environment. */
const markName = 'TINTYPE_CHAOS_RUN';

export interface MortalOptions {
  dataDir: string;
  port: number;
  /** Of an account that it makes. */
  accessKey?: string;
  /** Value that distinguishes the processes of a run. */
  mark: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Prepares one; nothing runs yet. */
export function createMortalService(options: MortalOptions): MortalService {
  const { dataDir, port, accessKey, mark, args: more = [], env: others = {} } = options;
  const plans = JSON.stringify({ scale: { ratePerMinute: 1_000_000, waiting: 100_000 } });
  const args = ['serve', '--port', String(port), '--data-dir', dataDir, '--plans', plans, ...more];
  const env = cleanEnvironment({
    ...others,
    ...(accessKey === undefined ? {} : { TINTYPE_ACCESS_KEY: accessKey }),
    TINTYPE_EGRESS_ALLOW: '127.0.0.1',
    TINTYPE_WEBHOOK_ALLOW_HTTP: '1',
    [markName]: mark,
  });
  return {
    address: `http://127.0.0.1:${port}`,
    start: () => begin(spawn(process.execPath, [program, ...args], { cwd: root, env })),
  };
}

function begin(child: ChildProcess): Life {
  let stderr = '';
  const ended = once(child, 'exit').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null,
  );
  // The log has no reader; a full pipe would block the service.
  child.stdout?.resume();
  const listening = new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (chunk) => {
      stderr += String(chunk);
      if (/^(?:API|Ready): /m.test(stderr)) resolve(true);
    });
  });
  return {
    ready: Promise.race([listening, ended.then(() => false)]),
    ended,
    kill: (signal) => void child.kill(signal),
    get stderr() {
      return stderr;
    },
  };
}

/** Processes that still have the mark of this run in their environment. */
export async function leftovers(mark: string): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const marked = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${Number(pid)}/environ`, 'latin1').includes(
          `${markName}=${mark}`,
        );
      } catch {
        return false;
      }
    });
  // A browser of a killed service notices that its pipe is closed, and goes.
  for (let attempt = 0; attempt < 50 && marked().length > 0; attempt += 1) await delay(100);
  return marked().length;
}
