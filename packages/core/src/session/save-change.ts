import { setTimeout as delay } from 'node:timers/promises';
import { RenderError, storageState, type StorageState } from '@tintype/contract';
import type { SessionStore } from '../types.ts';
import { mergeStates } from './merge-states.ts';

/** Attempts to write while other renders write the same session. */
const maxAttempts = 20;

/** A problem of a session. */
export const replaced = 'it was replaced meanwhile';

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

/**
 * Merges a change into a stored session, and writes it. Problems are warnings.
 * @returns false if the change was not stored
 */
export async function saveChange(
  store: SessionStore,
  name: string,
  { version, ...change }: SessionChange,
  warn: (message: string) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  const failed = (reason: string) => {
    // The caller of an aborted one has reported it.
    if (!signal?.aborted) warn(`The session ${name} was not updated: ${reason}.`);
    return false;
  };
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      if (signal?.aborted) return false;
      const stored = await store.read(name);
      if (!stored) return failed('it was deleted meanwhile');
      // It may be of another user of the site.
      if (generationOf(stored.version) !== generationOf(version)) return failed(replaced);
      const merged = mergeStates({ ...change, stored: stored.state, nowS: Date.now() / 1000 });
      if (!merged) return true;
      const state = storageState(JSON.stringify(merged));
      if (typeof state === 'string') return failed(state.replace(/^it /, 'its state '));
      if (await store.write(name, state, stored.version)) return true;
      await delay(Math.random() * pauseMs * attempt);
    }
    return failed(`other renders changed it in each of ${maxAttempts} attempts`);
  } catch (error) {
    // Messages of other errors are not for clients.
    return failed(RenderError.is(error) ? error.message.replace(/\.$/, '') : 'its storage failed');
  }
}
