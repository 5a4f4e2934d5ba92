import { randomUUID } from 'node:crypto';
import { sessionNotFound, type RenderRequest } from '@tintype/contract';
import type { RenderContext, SessionStore, StoredSession } from '../types.ts';
import { createLoginPauses } from './login-pauses.ts';
import { createLogins, type LoginEngine } from './logins.ts';
import { generationOf } from './save-change.ts';
import { createSessionUse, type SessionUse } from './session-use.ts';

/** One attempt with the state of a session. */
export type SessionAttempt<T> = (request: RenderRequest, session: SessionUse) => Promise<T>;

/**
 * Makes an attempt with the state of the session of a request, and writes what it changes. If the
 * page shows a login, the steps of the session log in again, and the attempt is repeated once.
 * @throws {RenderError} `session_not_found`
 */
export type InSession = <T>(
  request: RenderRequest,
  context: RenderContext,
  attempt: SessionAttempt<T>,
) => Promise<T>;

export function createInSession(engine: LoginEngine): InSession {
  const logins = createLogins(engine);
  const pauses = createLoginPauses();
  const keyOf = createKeyOf();
  return async (request, context, attempt) => {
    const { session: name = '' } = request;
    const { sessions: store, warn } = context;
    if (!store) throw sessionNotFound(name);
    let key: string | undefined;
    let isRefreshed = false;
    for (let round = 1; ; round += 1) {
      const startedMs = performance.now();
      const stored = await readSession(name, store, context);
      const { version } = stored;
      key ??= keyOf(store, name, version, context);
      const canLogIn = round === 1 && stored.login !== undefined && pauses.mayLogIn(key);
      const use = createSessionUse({ name, store, stored, canLogIn, isRefreshed, warn });
      try {
        const result = await attempt(
          { ...request, storage_state: JSON.stringify(stored.state) },
          use,
        );
        await use.save(context.deadline);
        return result;
      } catch (error) {
        if (!use.needsLogin || context.signal.aborted) {
          await use.save(context.deadline);
          throw error;
        }
      } finally {
        if (round > 1) pauses.note(key, isRefreshed && !use.isExpired);
      }
      isRefreshed = await logins.renew({ key, name, store, version, request, context, startedMs });
    }
  };
}

/**
 * Names a session among all that a renderer uses. Without a scope, each store has its own; a service has
 * a scope for each account, and may create a store for each render.
 */
function createKeyOf() {
  const known = new WeakMap<SessionStore, string>();
  return (store: SessionStore, name: string, version: string, { scope }: RenderContext): string => {
    const owner = scope ?? known.get(store) ?? randomUUID();
    if (scope === undefined) known.set(store, owner);
    return JSON.stringify([owner, name, generationOf(version)]);
  };
}

/** @throws {RenderError} `session_not_found` */
async function readSession(
  name: string,
  store: SessionStore,
  { deadline }: RenderContext,
): Promise<StoredSession> {
  deadline.activity = 'reading the session';
  const stored = await deadline.race(store.read(name));
  if (stored) return stored;
  throw sessionNotFound(name);
}
