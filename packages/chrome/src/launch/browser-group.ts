import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import { isOwnerGone, ownerNote } from '@tintype/core/process';

/** A control group (version 2) that holds the browsers of one engine, with all processes. */
export interface BrowserGroup {
  /** Adds a process with its future children. Throws Error with the problem of the folder */
  add(pid: number): void;
  /** Removes the group, if no process is left in it. */
  remove(): void;
}

// Where browsers fill the memory of the machine, they lose a page: the kernel ends a renderer, and
// not the program that runs them. No `memory.high` throttles all processes until none makes
// progress.
const maxShare = 0.9;
/** The CPU weight under contention: half of the default of a group. */
const cpuWeight = 50;
/** Contains the id of its process, and the mark that tells it from a later one. */
const name = /^tintype-(\d+)-([^-]+)-[0-9a-f]{8}$/;

/**
 * Makes a group inside `parent` when the first process comes. The folder must be one that this
 * program may write to, with the controllers memory and cpu, and without processes of its own
 * (cgroups(7)). A bound that the folder has counts as well.
 */
export function createBrowserGroup(parent: string, memoryBytes = totalmem()): BrowserGroup {
  let dir: string | undefined;

  function make(): string {
    const owner = `${process.pid}-${encodeURIComponent(ownerNote())}`;
    const made = path.join(parent, `tintype-${owner}-${crypto.randomUUID().slice(0, 8)}`);
    explain(parent, () => {
      const offered = readFileSync(path.join(parent, 'cgroup.controllers'), 'utf8').split(/\s/);
      const wanted = ['memory', 'cpu'].filter((controller) => offered.includes(controller));
      if (!wanted.includes('memory')) throw new Error('it has no controller for memory');
      // Written only if needed: the folder may be set up already and not be writable.
      const given = readFileSync(path.join(parent, 'cgroup.subtree_control'), 'utf8').split(/\s/);
      const missing = wanted.filter((controller) => !given.includes(controller));
      if (missing.length > 0) write(parent, 'cgroup.subtree_control', `+${missing.join(' +')}`);
      sweep(parent);
      mkdirSync(made);
      write(made, 'memory.max', String(Math.floor(memoryBytes * maxShare)));
      if (wanted.includes('cpu')) write(made, 'cpu.weight', String(cpuWeight));
    });
    return made;
  }

  function enter(pid: number): void {
    const group = (dir ??= make());
    explain(parent, () => write(group, 'cgroup.procs', String(pid)));
  }

  return {
    add(pid) {
      try {
        enter(pid);
      } catch (error) {
        const { code } = (error as Error).cause as NodeJS.ErrnoException;
        if (code !== 'ENOENT') throw error;
        // An empty group may be removed by a manager or another container's program.
        dir = undefined;
        enter(pid);
      }
    },
    remove() {
      if (dir !== undefined) removeEmpty(dir);
    },
  };
}

function write(dir: string, file: string, text: string): void {
  writeFileSync(path.join(dir, file), text);
}

/** Removes empty groups of killed programs; not those of programs that run. */
function sweep(parent: string): void {
  for (const entry of readdirSync(parent)) {
    const [, pid, mark] = name.exec(entry) ?? [];
    if (pid === undefined || mark === undefined) continue;
    const dir = path.join(parent, entry);
    if (isOwnerGone(Number(pid), decoded(mark), ageMs(dir))) removeEmpty(dir);
  }
}

/** A folder of another program may have such a name, too. */
function decoded(mark: string): string {
  try {
    return decodeURIComponent(mark);
  } catch {
    return mark;
  }
}

function ageMs(dir: string): number {
  return Date.now() - (statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

function removeEmpty(dir: string): void {
  try {
    rmdirSync(dir);
  } catch {
    // A process runs in it, or it no longer exists.
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'it is no control group of version 2',
  ENOTDIR: 'it is no control group of version 2',
  EBUSY: 'it holds processes of its own, and only a group without can be divided',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  EROFS: 'it cannot be written to',
};

function explain(parent: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new Error(
      `the control group for browsers, ${parent}, cannot be used: ${reasons[code] ?? message}`,
      { cause },
    );
  }
}
