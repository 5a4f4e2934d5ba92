import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RenderError, sessionNotFound, storageState, type StorageState } from '@tintype/contract';
import type { SessionDirectory, SessionInfo, SessionLogin } from '@tintype/core';
import { createSecretBox, makeMasterKey, type SecretBox } from '@tintype/store/keys';
import { codeOf, createVersionFiles, type VersionFile } from './version-files.ts';

/** Options of {@link createSessionFolder}. */
export interface SessionFolderOptions {
  folder: string;
  /** Time after the last use at which a session expires, in ms. Default 30 days. */
  ttlMs?: number;
  /** Unix milliseconds. */
  now?: () => number;
}

/** Content of a file, before it is encrypted. */
interface Content {
  name: string;
  /** Of the session since it was created or replaced. */
  generation: string;
  updatedAt: number;
  state: StorageState;
  login?: SessionLogin;
}

interface Found extends Content {
  version: number;
  expiresAt: number;
}

const usualTtlMs = 30 * 86_400_000;

/** Accuracy of the last use, in ms: a read changes no file more often. */
const useMs = 3_600_000;

/** A file may be replaced between the listing and the read of it. */
const maxReads = 10;

/**
 * Stores sessions in a folder, encrypted with a key beside them, for several processes. The folder
 * is created on first use.
 */
export function createSessionFolder(options: SessionFolderOptions): SessionDirectory {
  const { folder, ttlMs = usualTtlMs, now = Date.now } = options;
  const files = createVersionFiles(folder);
  let box: SecretBox | undefined;
  const openBox = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return (box ??= createSecretBox(makeMasterKey(join(folder, 'session.key'))));
  };

  /** Undefined if the session was deleted or has expired. */
  const load = async ({ key, version, path }: VersionFile): Promise<Found | undefined> => {
    const [sealed, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
    if (sealed.length === 0) return undefined;
    const expiresAt = mtimeMs + ttlMs;
    if (expiresAt <= now()) {
      await rm(path, { force: true });
      return undefined;
    }
    const text = (await openBox()).open(sealed, key);
    if (text !== undefined) return { ...contentOf(text), version, expiresAt };
    throw new RenderError(
      'storage_failed',
      `The session in ${path} cannot be read: it was encrypted with another key than ${join(folder, 'session.key')}, or changed. Restore the key, or delete the file.`,
    );
  };

  const find = async (name: string): Promise<Found | undefined> => {
    for (let read = 1; ; read += 1) {
      const [file] = await files.latest(keyOf(name));
      if (!file) return undefined;
      try {
        const found = await load(file);
        if (found) await noteUse(file.path, found.expiresAt - ttlMs, now());
        return found;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || read === maxReads) throw error;
      }
    }
  };

  const write = async (
    content: Omit<Content, 'updatedAt'>,
    version: number,
    replaced?: number,
  ): Promise<boolean> => {
    const key = keyOf(content.name);
    const text = JSON.stringify({ ...content, updatedAt: now() });
    return files.write(key, version, (await openBox()).seal(text, key), replaced);
  };

  return {
    async read(name) {
      const found = await find(name);
      if (!found) return undefined;
      const { state, login } = found;
      return { state, version: versionOf(found), ...(login && { login }) };
    },
    async write(name, state, version) {
      const found = await find(name);
      if (!found || versionOf(found) !== version) return false;
      const { login, generation } = found;
      const content = { name, generation, state, ...(login && { login }) };
      return write(content, found.version + 1, found.version);
    },
    async put(name, { state, login }) {
      const content = { name, generation: randomUUID(), state, ...(login && { login }) };
      for (;;) {
        const [file] = await files.latest(keyOf(name));
        // Higher than that of a deleted session, which a slow process may still want to write.
        const next = Math.max(Date.now(), (file?.version ?? 0) + 1);
        if (await write(content, next)) return;
      }
    },
    delete: (name) => files.remove(keyOf(name)),
    async list() {
      const found = await Promise.all(
        (await files.latest()).map(async (file) =>
          load(file).then(
            (session) => session && infoOf(session),
            (error: unknown) => (codeOf(error) === 'ENOENT' ? undefined : unreadable(file, error)),
          ),
        ),
      );
      return found.flatMap((info) => info ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

/** @throws {RenderError} `session_not_found` if the state is none */
function contentOf(text: string): Content {
  const content = JSON.parse(text) as Content;
  const state = storageState(JSON.stringify(content.state));
  if (typeof state === 'string') throw sessionNotFound(content.name, state);
  return { ...content, state };
}

/** File systems compare names in different ways, and some names are reserved. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

function versionOf({ generation, version }: Found): string {
  return `${generation}:${version}`;
}

function infoOf({ name, updatedAt, expiresAt, state }: Found): SessionInfo {
  return {
    name,
    updatedAt,
    expiresAt: Math.round(expiresAt),
    cookies: state.cookies.length,
    origins: state.origins.length,
    bytes: Buffer.byteLength(JSON.stringify(state)),
  };
}

function unreadable({ path }: VersionFile, error: unknown): SessionInfo {
  const problem = RenderError.is(error) ? error.message : `It cannot be read: ${String(error)}.`;
  return { name: basename(path), updatedAt: 0, cookies: 0, origins: 0, bytes: 0, problem };
}

/** Sets the time of a file, from which its session expires. */
async function noteUse(path: string, usedMs: number, nowMs: number): Promise<void> {
  if (nowMs - usedMs < useMs) return;
  // Replaced meanwhile, and so used.
  await utimes(path, nowMs / 1000, nowMs / 1000).catch(() => {});
}
