import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@tintype/core/process';
import { makeOwnedFile } from '@tintype/store';

/**
 * File of a running service in its data folder, which tells commands on the same machine its URL.
 */
export interface ServiceNote {
  /** URL at which programs of the same machine reach it. */
  address: string;
  /** Public base URL, if configured. */
  baseUrl?: string;
  pid: number;
  host: string;
  /** Unix milliseconds. */
  startedAt: number;
}

const pattern = /^service-[\w.-]{1,80}-[0-9]{1,10}\.json$/;

/** Maximum number of notes to read: the folder could contain any number. */
const maxNotes = 100;

/** A running service accepts a connection immediately. */
const connectMs = 500;

const fileOf = (pid: number) =>
  `service-${
    hostname()
      .replaceAll(/[^\w.-]/g, '_')
      .slice(0, 80) || 'host'
  }-${pid}.json`;

/**
 * Returns the URL at which programs of the same machine reach a service that listens on all
 * interfaces.
 */
export function reachableAddress(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/**
 * Writes the note of this process, readable by the owner only, and removes those of dead processes.
 * Returns a function that removes the note.
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
  // Left by a process with the same id, before a restart of the machine or container.
  rmSync(path, { force: true });
  makeOwnedFile(path, `${JSON.stringify(note)}\n`);
  return () => rmSync(path, { force: true });
}

/**
 * Finds the running service of a data folder on this machine: the newest of several. Returns
 * undefined if none responds.
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

/** Returns undefined for an invalid note. */
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

/** Checks the port, as another process may have the id by now. */
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
