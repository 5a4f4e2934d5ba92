import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeOwnedFile, makeOwnedFolder } from '../owned-files.ts';

/** A sign of life that the system itself takes away when the process ends, however it ends. */
export interface ProcessLock {
  /** The name under which this process holds things in the store. */
  readonly holder: string;
  /** Returns whether the process of a name still runs. */
  isAlive(holder: string): boolean;
  /** Returns whether another process runs, or another lock of this process exists. */
  hasOthers(): boolean;
  /** Removes the files of processes that died. */
  tidy(): void;
  /** From now on this process counts as dead. */
  release(): void;
}

/**
 * Locks a file in `folder` through SQLite, as Node has no locks. A killed process's lock ends at
 * once, also across containers.
 */
export function takeProcessLock(folder: string): ProcessLock {
  makeOwnedFolder(folder);
  const { holder, connection } = lockNewFile(folder);
  // An unreferenced connection is closed by the garbage collector, and the lock would be lost while
  // the process lives.
  const anchor = setInterval(() => connection.isOpen, ANCHOR_MS).unref();
  return {
    holder,
    isAlive: (other) => other === holder || isLocked(folder, other),
    hasOthers: () =>
      readdirSync(folder)
        .map((name) => name.replace(/\.lock$/, ''))
        .some((other) => other !== holder && isLocked(folder, other)),
    tidy: () => {
      for (const name of readdirSync(folder)) {
        const other = name.replace(/\.lock$/, '');
        if (other !== holder) isLocked(folder, other);
      }
    },
    release: () => {
      clearInterval(anchor);
      if (!connection.isOpen) return;
      rmSync(fileOf(folder, holder), { force: true });
      connection.close();
    },
  };
}

/** setInterval takes no more than 2^31 - 1. */
const ANCHOR_MS = 2 ** 30;

const fileOf = (folder: string, holder: string) => join(folder, `${holder}.lock`);

function lockNewFile(folder: string): { holder: string; connection: DatabaseSync } {
  for (;;) {
    const holder = randomUUID();
    const path = fileOf(folder, holder);
    makeOwnedFile(path);
    const connection = lock(path);
    // Between making it and locking it another process can have taken it for a dead one's.
    if (connection && existsSync(path)) return { holder, connection };
    connection?.close();
  }
}

function isLocked(folder: string, holder: string): boolean {
  if (!/^[0-9a-f-]{36}$/.test(holder)) return false;
  const path = fileOf(folder, holder);
  if (!statSync(path, { throwIfNoEntry: false })) return false;
  const connection = lock(path);
  if (!connection) return true;
  rmSync(path, { force: true });
  connection.close();
  return false;
}

/** SQLite's codes for what is locked, and for files of another user: they may be locked, too. */
const TAKEN = new Set([3, 5, 8, 14]);

/** Undefined if another process has the lock, or may have it. */
function lock(path: string): DatabaseSync | undefined {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(path, { timeout: 0 });
    // Nothing is ever written, so no rollback journal is needed.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection?.close();
    const { errcode = 0 } = error as { errcode?: number };
    if (TAKEN.has(errcode & 0xff)) return undefined;
    throw error;
  }
}
