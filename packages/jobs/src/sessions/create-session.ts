import { randomUUID } from 'node:crypto';
import { RenderError, type ParsedSession } from '@tintype/contract';
import { unsavedReasons, type UnsavedReason } from '@tintype/contract/headers';
import { refuseFailedLogin } from '@tintype/core';
import {
  tooManySessions,
  type NewPageSession,
  type PageSessionInfo,
  type Store,
} from '@tintype/store';
import type { Submit } from '../submit/create-submit.ts';
import type { Submission } from '../submit/submission.ts';

/** Maximum number of sessions of one account. */
export const maxSessions = 100;

/** Time until the session of a login is removed if its process dies, in ms. */
const pendingMs = 15 * 60_000;

/** A session that an account creates. */
export interface SessionSubmission extends Omit<Submission, 'request'> {
  session: ParsedSession;
}

export interface CreateSessionParts {
  pageSessions: Store['pageSessions'];
  submit: Submit;
  /** Default time until a session expires after its last use, in ms. */
  lastsMs: number;
}

/**
 * Creates or replaces a session of an account. With `login`, its steps are a render of the account.
 * @throws RenderError `plan_required` if the account has too many sessions, or as the render
 */
export type CreateSession = (submission: SessionSubmission) => Promise<PageSessionInfo>;

export function createCreateSession(parts: CreateSessionParts): CreateSession {
  const { pageSessions } = parts;
  return async ({ session, ...submission }) => {
    const { id: accountId } = submission.account;
    const { name, ttlS, login } = session;
    const lastsMs = ttlS === undefined ? parts.lastsMs : ttlS * 1000;
    if (login === undefined) {
      const { state = { cookies: [], origins: [] } } = session;
      return pageSessions.put(accountId, { name, state, lastsMs }, maxSessions);
    }
    const known = await pageSessions.list(accountId);
    if (known.length >= maxSessions && !known.some((one) => one.name === name)) {
      throw tooManySessions(maxSessions);
    }
    const { request, ...steps } = login;
    const state = await logIn({ ...submission, request }, name, parts);
    return pageSessions.put(accountId, { name, state, login: steps, lastsMs }, maxSessions);
  };
}

/**
 * Does the steps in a session of their own, so that a login that fails leaves an existing session
 * as it is, and any worker can do them.
 */
async function logIn(
  { request, account, ...submission }: Submission,
  name: string,
  { pageSessions, submit }: CreateSessionParts,
): Promise<NewPageSession['state']> {
  const session = `login-${randomUUID()}`;
  const empty = { cookies: [], origins: [] };
  const pending = { name: session, state: empty, lastsMs: pendingMs, isPending: true };
  await pageSessions.put(account.id, pending, maxSessions);
  try {
    const before = await pageSessions.read(account.id, session);
    const { answer } = await submit({ ...submission, account, request: { ...request, session } });
    const made = await pageSessions.read(account.id, session);
    if (made === undefined) throw new RenderError('storage_failed');
    if ('outcome' in answer) {
      const { receipt } = answer.outcome.result;
      refuseFailedLogin(receipt);
      const { unsaved } = receipt.session ?? {};
      if (unsaved && made.version === before?.version) throw notStored(name, unsaved);
    }
    return made.state;
  } finally {
    // What cannot be removed now expires soon.
    await pageSessions.remove(account.id, session).catch(() => {});
  }
}

/** A render only warns that its session was not updated: a login without its state is of no use. */
function notStored(name: string, reason: UnsavedReason): RenderError {
  const code = reason === 'too_large' ? 'payload_too_large' : 'storage_failed';
  const message = `After the login, the session ${name} was not stored: ${unsavedReasons[reason]}`;
  return new RenderError(code, `${message}.`);
}
