import { setTimeout as delay } from 'node:timers/promises';
import { RenderError, storageState, type StorageState } from '@tintype/contract';
import { unsavedReasons, type UnsavedReason } from '@tintype/contract/headers';
import type { SessionStore } from '../types.ts';
import { mergeStates } from './merge-states.ts';

/** Attempts to write while other renders write the same session. */
const maxAttempts = 20;

/** Maximum pause before the second attempt, in ms. It grows with each attempt. */
const pauseMs = 10;

/** A change of the state of a session. */
export interface SessionChange {
  base: StorageState;
  mine: StorageState;
  /** Version of the session that was used. */
  version: string;
}

/** Returns the part of a version that changes only if the session is replaced. */
export function generationOf(version: string): string {
  return version.slice(0, Math.max(0, version.indexOf(':')));
}

/** The session of a change. */
export interface ChangedSession {
  store: SessionStore;
  name: string;
  /** Called with a part of a change that was not stored. */
  warn?: ((message: string) => void) | undefined;
}

/** A change that was not stored. */
export interface Unsaved {
  reason: UnsavedReason;
  /** The reason in words, without a full stop. */
  text: string;
}

/**
 * Merges a change into a stored session, and writes it. If it is too large, it is written without
 * its databases: cookies are worth more than those, which may be caches. Never rejects.
 */
export async function saveChange(
  session: ChangedSession,
  change: SessionChange,
  signal?: AbortSignal,
): Promise<Unsaved | undefined> {
  const problem = await writeChange(session, change, signal);
  const hasDatabases = change.mine.origins.some(({ indexedDB }) => indexedDB);
  if (problem?.reason !== 'too_large' || !hasDatabases) return problem;
  session.warn?.(`The session ${session.name} keeps the databases that it had: ${problem.text}.`);
  return writeChange(session, withoutDatabases(change), signal);
}

async function writeChange(
  { store, name }: ChangedSession,
  { version, ...change }: SessionChange,
  signal?: AbortSignal,
): Promise<Unsaved | undefined> {
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      if (signal?.aborted) return unsaved('late');
      const stored = await store.read(name);
      if (!stored) return unsaved('deleted');
      // It may be of another user of the site.
      if (generationOf(stored.version) !== generationOf(version)) return unsaved('replaced');
      const merged = mergeStates({ ...change, stored: stored.state, nowS: Date.now() / 1000 });
      if (!merged) return undefined;
      const state = storageState(JSON.stringify(merged));
      if (typeof state === 'string') {
        return unsaved('too_large', state.replace(/^it /, 'its state '));
      }
      if (await store.write(name, state, stored.version)) return undefined;
      await delay(Math.random() * pauseMs * attempt);
    }
    return unsaved('busy', `other renders changed it in each of ${maxAttempts} attempts`);
  } catch (error) {
    // Messages of other errors are not for clients.
    if (!RenderError.is(error)) return unsaved('storage');
    const reason = error.code === 'payload_too_large' ? 'too_large' : 'storage';
    return unsaved(reason, error.message.replace(/\.$/, ''));
  }
}

function withoutDatabases({ mine, ...change }: SessionChange): SessionChange {
  const origins = mine.origins.map(({ origin, localStorage }) => ({ origin, localStorage }));
  return { ...change, mine: { ...mine, origins } };
}

export function unsaved(reason: UnsavedReason, text: string = unsavedReasons[reason]): Unsaved {
  return { reason, text };
}
