import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession } from '@tintype/core';
import type { CdpRouter } from '../protocol/cdp-router.ts';
import type { ProcessInfo } from './page-priority.ts';

export interface WatchedPage {
  readonly targetId: string;
  readonly browserContextId: string;
  /** The process that it was opened in, where it is known. */
  readonly processId: number | undefined;
  /** True if a render uses it. */
  readonly leased: boolean;
  lose(what: 'size', reason: string): void;
}

/** See {@link createMemoryWatch}. */
export interface MemoryWatchOptions {
  router: CdpRouter;
  pages: ReadonlySet<WatchedPage>;
  /** Maximum resident memory of all processes of one page. */
  maxBytes: number;
  /** Growth of the browser process itself, whose cause is not known. */
  retire(): void;
}

/** Looks at what pages take. */
export interface MemoryWatch {
  /** @param processes - those of the browser */
  look(processes: readonly ProcessInfo[]): Promise<void>;
  /** True if a page that has just crashed was killed for its memory. */
  readonly hasKilled: boolean;
}

/** A page that does not answer within this time is busy, perhaps with allocating. */
const askBoundMs = 300;
/** Maximum time from the end of a process to the report of its page's crash. */
const crashBoundMs = 5000;

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

/**
 * Ends each page whose processes take more than the bound, and that page alone. The processes of
 * one page are those of its frames, also from other sites; which process belongs to which page is
 * looked up only when the limit is near. Needs Linux's /proc.
 */
export function createMemoryWatch(options: MemoryWatchOptions): MemoryWatch {
  const { router, pages, maxBytes } = options;
  /** The context that a process works for. */
  const owners = new Map<number, string>();
  let killedAt = -Infinity;

  const kill = (pid: number): void => {
    try {
      process.kill(pid, 'SIGKILL');
      killedAt = performance.now();
    } catch {
      // It has exited, or belongs to another user: closing its context must suffice.
    }
  };
  const end = (page: WatchedPage, bytes: number, pids: readonly number[]): void => {
    page.lose(
      'size',
      `The page used ${megabytes(bytes)} of memory; the most is ${megabytes(maxBytes)}.`,
    );
    for (const pid of pids) kill(pid);
  };
  const processesOf = (page: WatchedPage, sizes: ReadonlyMap<number, number>): number[] =>
    [...sizes.keys()].filter((pid) => ownerOf(pid) === page.browserContextId);
  const ownerOf = (pid: number): string | undefined => {
    for (const page of pages) if (page.processId === pid) return page.browserContextId;
    return owners.get(pid);
  };
  const sum = (pids: readonly number[], sizes: ReadonlyMap<number, number>): number =>
    pids.reduce((total, pid) => total + (sizes.get(pid) ?? 0), 0);

  function measure(processes: readonly ProcessInfo[]): {
    sizes: Map<number, number>;
    ownBytes: number;
  } {
    const sizes = new Map<number, number>();
    let ownBytes = 0;
    for (const { type, id } of processes) {
      const bytes = residentBytes(id);
      if (type === 'renderer') sizes.set(id, bytes);
      else ownBytes += bytes;
    }
    for (const pid of owners.keys()) if (!sizes.has(pid)) owners.delete(pid);
    return { sizes, ownBytes };
  }

  /** Asks pages and their frames from other sites in which process they are. */
  async function findOwners(): Promise<void> {
    const { targetInfos } = await router.root.send('Target.getTargets', {
      filter: [{ type: 'page' }, { type: 'iframe' }],
    });
    const contexts = new Set([...leased()].map(({ browserContextId }) => browserContextId));
    await Promise.all(
      targetInfos.map(async ({ targetId, browserContextId = '' }) => {
        if (!contexts.has(browserContextId)) return;
        const pid = await processOf(router, targetId);
        if (pid !== undefined) owners.set(pid, browserContextId);
      }),
    );
  }

  function leased(): WatchedPage[] {
    return [...pages].filter((page) => page.leased);
  }

  return {
    get hasKilled() {
      return performance.now() - killedAt < crashBoundMs;
    },
    async look(processes) {
      const { sizes, ownBytes } = measure(processes);
      const unknown = () => [...sizes.keys()].filter((pid) => ownerOf(pid) === undefined);
      const largest = Math.max(...leased().map((page) => sum(processesOf(page, sizes), sizes)));
      if (largest + sum(unknown(), sizes) > maxBytes && largest <= maxBytes) await findOwners();
      for (const page of leased()) {
        const pids = processesOf(page, sizes);
        const bytes = sum(pids, sizes);
        if (bytes > maxBytes) end(page, bytes, pids);
      }
      // Too busy to say which page it runs: the crash of that page will show it.
      for (const pid of unknown()) if ((sizes.get(pid) ?? 0) > maxBytes) kill(pid);
      const [only, another] = leased();
      if (ownBytes > maxBytes && only && !another) {
        end(only, ownBytes, processesOf(only, sizes));
        options.retire();
      }
    },
  };
}

/** In a session of its own: what a render switched on in another stays on. */
async function processOf(router: CdpRouter, targetId: string): Promise<number | undefined> {
  const detach = (session: CdpSession) =>
    router.root.send('Target.detachFromTarget', { sessionId: session.id }).catch(() => {});
  const asked = (async () => {
    const session = await router.attach(targetId);
    const pid = await Promise.race([
      rendererProcess(session),
      delay(askBoundMs, undefined, { ref: false }),
    ]);
    await detach(session);
    return pid;
  })().catch(() => undefined);
  return Promise.race([asked, delay(2 * askBoundMs, undefined, { ref: false })]);
}

/** Linux counts pages of 4 KiB on every system that Chromium runs on (proc_pid_statm(5)). */
const pageBytes = 4096;

/** Resident bytes of a process. 0 where the system has no /proc, and of one that is gone. */
export function residentBytes(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(fields[1]) * pageBytes;
  } catch {
    return 0;
  }
}

/** Resident bytes of the processes of a browser. 0 where the system has no /proc. */
interface BrowserMemory {
  /** Of its long-lived processes: renderers go with their pages. */
  ownBytes: number;
  /** With its renderers. What they share counts in each. */
  allBytes: number;
}

export async function browserMemory(session: CdpSession, pid: number): Promise<BrowserMemory> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const own = processInfo.filter(({ type }) => type !== 'renderer').map(({ id }) => id);
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sum = (pids: readonly number[]) =>
    [...new Set(pids)].reduce((bytes, id) => bytes + residentBytes(id), 0);
  const ownBytes = sum([pid, ...own]);
  return { ownBytes, allBytes: ownBytes + sum(renderers) };
}

/**
 * Returns the process id in which a page or frame runs. CDP does not report it; but the renderer
 * makes ids that begin with it (Blink's `IdentifiersFactory`), and a search is the least expensive
 * call that returns one. It is the id on the machine, also from within the sandbox. Undefined if it
 * cannot be read.
 */
export async function rendererProcess(session: CdpSession): Promise<number | undefined> {
  try {
    const [, { searchId }] = await Promise.all([
      session.send('DOM.enable', {}),
      session.send('DOM.performSearch', { query: '/none' }),
      session.send('DOM.disable'),
    ]);
    const pid = Number(/^(\d+)\.\d+$/.exec(searchId)?.[1]);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
