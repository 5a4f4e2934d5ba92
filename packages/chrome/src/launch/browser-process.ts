import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { atExit } from './at-exit.ts';
import type { BrowserGroup } from './browser-group.ts';
import { browserUnavailable } from '../find/browser-unavailable.ts';
import { killCrashHandlers, groupGone, killGroup, lowerPriority } from './process-group.ts';
import type { FoundBrowser } from '../find/find-browser.ts';
import { openMessagePipe, type MessagePipe } from '../protocol/message-pipe.ts';
import type { Profile } from './profile.ts';
import type { BrowserUser } from '../sandbox/sandbox.ts';
import type { FailedStart } from './start-failure.ts';
import { watchOver } from './watchdog.ts';

export interface BrowserVersion {
  /** For example `HeadlessChrome/156.0.8078.73`. */
  product: string;
  userAgent: string;
}

export interface BrowserStart {
  path: string;
  flavour: FoundBrowser['flavour'];
  args: readonly string[];
  env: Record<string, string>;
  profile: Profile;
  user: BrowserUser | undefined;
  startTimeoutMs: number;
  niceness: number;
  onSpawned?: (() => void) | undefined;
  group?: Pick<BrowserGroup, 'add'> | undefined;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface BrowserProcess {
  readonly pid: number;
  readonly pipe: MessagePipe;
  readonly version: BrowserVersion;
  readonly exited: Promise<Exit>;
  kill(): Promise<void>;
  ref(): void;
  unref(): void;
}

const STDERR_KEPT = 8192;
/** A killed process is gone in milliseconds, unless the kernel holds it (a dead network disk). */
const KILL_WAIT_MS = 2000;

/**
 * Starts the program in a process group of its own and waits for its first answer on the pipe.
 * @throws RenderError `browser_unavailable` when the control group does not take it
 */
export async function startBrowser(
  start: BrowserStart,
): Promise<BrowserProcess | { failed: FailedStart }> {
  let child: ChildProcess;
  try {
    child = spawnBrowser(start);
  } catch (error) {
    await start.profile.remove();
    return { failed: { path: start.path, error: error as NodeJS.ErrnoException, stderr: '' } };
  }
  if (child.pid !== undefined) lowerPriority(child.pid, start.niceness);
  start.onSpawned?.();
  const stderrTail = keepTail(child);
  const exited = exitOf(child);
  const kill = killer(child, exited, start);
  // Also without a call of close: a crashed browser leaves processes and a profile.
  void exited.then(kill);
  try {
    if (child.pid !== undefined) start.group?.add(child.pid);
  } catch (error) {
    await kill();
    throw browserUnavailable(`${(error as Error).message}.`, error);
  }
  const pipe = openMessagePipe(child.stdio[3] as Socket, child.stdio[4] as Socket);
  const answer = await firstAnswer(child, pipe, exited, start.startTimeoutMs);
  if ('version' in answer) {
    const { pid } = child as { pid: number };
    return { pid, pipe, version: answer.version, exited, kill, ...refs(child) };
  }
  await kill();
  return { failed: { path: start.path, stderr: stderrTail(), ...answer } };
}

function spawnBrowser({ path, args, env, profile, user }: BrowserStart): ChildProcess {
  return spawn(path, args, {
    // A crashing browser writes its core file into its profile.
    cwd: profile.dir,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Its own process group can be killed as a whole, and ignores Ctrl-C.
    detached: process.platform !== 'win32',
    windowsHide: true,
    ...user,
  });
}

function keepTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-STDERR_KEPT);
  });
  return () => tail;
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
}

type Answer =
  | { version: BrowserVersion }
  | { error: Error }
  | { exit: Exit }
  | { timeoutMs: number };

async function firstAnswer(
  child: ChildProcess,
  pipe: MessagePipe,
  exited: Promise<Exit>,
  timeoutMs: number,
): Promise<Answer> {
  const over = new AbortController();
  try {
    return await Promise.race([
      new Promise<Answer>((resolve) => {
        child.once('error', (error) => resolve({ error }));
        pipe.onmessage = ({ id, result }): void => {
          if (id === 1) resolve({ version: result as unknown as BrowserVersion });
        };
        pipe.send({ id: 1, method: 'Browser.getVersion', params: {} });
      }),
      // Its last output arrives after the exit event.
      exited.then((exit) => streamsClosed(child, over.signal).then(() => ({ exit }))),
      delay(timeoutMs, { timeoutMs }, { signal: over.signal }),
    ]);
  } finally {
    over.abort();
    pipe.onmessage = undefined;
  }
}

function streamsClosed(child: ChildProcess, signal: AbortSignal): Promise<unknown> {
  // Bounded: a surviving process holds stderr open, and must not hold up Node.
  const bound = delay(200, undefined, { signal });
  return Promise.race([new Promise((resolve) => child.once('close', resolve)), bound]);
}

function killer(
  child: ChildProcess,
  exited: Promise<Exit>,
  { profile, flavour, user }: BrowserStart,
): () => Promise<void> {
  const { pid } = child;
  if (pid === undefined) return () => profile.remove();
  const endWatch = watchOver({ pid, profileDir: profile.dir, user });
  const onNodeExit = (): void => {
    killGroup(pid);
    if (flavour === 'chrome') killCrashHandlers(profile.dir);
    rmSync(profile.dir, { recursive: true, force: true, maxRetries: 3 });
  };
  const notAtExit = atExit(onNodeExit);
  let killing: Promise<void> | undefined;
  return () => {
    killing ??= (async (): Promise<void> => {
      // Killed without a request to close: its profile is temporary, and it may hang.
      killGroup(pid);
      await Promise.race([exited, delay(KILL_WAIT_MS, undefined, { ref: false })]);
      // Once more: a process forked in between belongs to the group as well.
      killGroup(pid);
      await Promise.all([groupGone(pid, KILL_WAIT_MS / 4), endWatch()]);
      if (flavour === 'chrome') killCrashHandlers(profile.dir);
      await profile.remove();
      notAtExit();
    })();
    return killing;
  };
}

function refs(child: ChildProcess): Pick<BrowserProcess, 'ref' | 'unref'> {
  const handles = [child, ...child.stdio.map((stream) => stream as Socket | null)];
  return {
    ref: () => handles.forEach((handle) => handle?.ref()),
    unref: () => handles.forEach((handle) => handle?.unref()),
  };
}
