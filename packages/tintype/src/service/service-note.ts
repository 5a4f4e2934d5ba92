import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeOwnedFile } from '@tintype/store';

/**
 * What a running service leaves in its data folder, so that commands on its machine know where it
 * is.
 */
export interface ServiceNote {
  /** URL that it listens on, as other programs of the machine reach it. */
  address: string;
  /** Public base URL, if configured. */
  baseUrl?: string;
  pid: number;
  host: string;
  /** Unix milliseconds. */
  startedAt: number;
}

const pattern = /^service-[\w.-]{1,80}-[0-9]{1,10}\.json$/;

/** Maximum number of notes to read: other writers of the folder could leave any number. */
const maxNotes = 100;

/** A service that is there takes a connection at once. */
const connectMs = 500;

const fileOf = (pid: number) =>
  `service-${
    hostname()
      .replaceAll(/[^\w.-]/g, '_')
      .slice(0, 80) || 'host'
  }-${pid}.json`;

/** URL at which a program of the same machine reaches a service that listens on every address. */
export function reachableAddress(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * Writes the note of this process, readable by the owner of the folder only, and removes those of
 * dead processes. Returns a function that removes it.
 */
export function writeServiceNote(
  dataDir: string,
  { address, baseUrl }: { address: string; baseUrl?: string | undefined },
): () => void {
  for (const { file, note } of readNotes(dataDir)) {
    const isDead = note === undefined || (note.host === hostname() && !isAlive(note.pid));
    if (isDead) rmSync(join(dataDir, file), { force: true });
  }
  const path = join(dataDir, fileOf(process.pid));
  const note: ServiceNote = {
    address: reachableAddress(address),
    ...(baseUrl !== undefined && { baseUrl }),
    pid: process.pid,
    host: hostname(),
    startedAt: Date.now(),
  };
  // A process with the same number, before a restart of the machine or container.
  rmSync(path, { force: true });
  makeOwnedFile(path, `${JSON.stringify(note)}\n`);
  return () => rmSync(path, { force: true });
}

/**
 * The service that runs on this machine with this folder, the newest of several; undefined when
 * none answers.
 */
export async function findService(dataDir: string): Promise<ServiceNote | undefined> {
  const notes = readNotes(dataDir)
    .flatMap(({ note }) => note ?? [])
    .filter(({ host, pid }) => host === hostname() && isAlive(pid))
    .toSorted((a, b) => b.startedAt - a.startedAt);
  for (const note of notes) if (await takesConnections(note.address)) return note;
  return undefined;
}

function readNotes(dataDir: string): { file: string; note: ServiceNote | undefined }[] {
  const files = readdirSync(dataDir).filter((name) => pattern.test(name));
  return files.slice(0, maxNotes).map((file) => ({ file, note: readNote(join(dataDir, file)) }));
}

/** Undefined for an invalid note: half written, or foreign. */
function readNote(path: string): ServiceNote | undefined {
  try {
    const note = JSON.parse(readFileSync(path, 'utf8')) as Partial<ServiceNote>;
    const { address = '', baseUrl, pid = 0, host, startedAt = 0 } = note;
    const isOne = /^https?:$/.test(URL.parse(address)?.protocol ?? '') && Number.isInteger(pid);
    if (!isOne || pid < 1 || typeof host !== 'string') return undefined;
    const isBase = /^https?:$/.test(URL.parse(baseUrl ?? '')?.protocol ?? '');
    return { address, pid, host, startedAt, ...(isBase && { baseUrl: baseUrl as string }) };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // That of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process with the same number may be another one by now. */
function takesConnections(address: string): Promise<boolean> {
  const { hostname: host, port, protocol } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({
      host: host.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
      timeout: connectMs,
    });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
