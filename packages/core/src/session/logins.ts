import { RenderError, type RenderRequest } from '@tintype/contract';
import { unsavedReasons } from '@tintype/contract/headers';
import type { PageState } from '../browser-source.ts';
import type { OpenOptions, OpenPage, PageInput, RenderContext, SessionStore } from '../types.ts';
import { withRestored, withUnread } from './left-state.ts';
import { afterLogin } from './log-in.ts';
import { generationOf, saveChange } from './save-change.ts';

/** A session whose login has expired. */
export interface ExpiredLogin {
  /** Of the session, among all that the engine uses. */
  key: string;
  name: string;
  store: SessionStore;
  /** Version of the session that the render used. */
  version: string;
  /** The render that found it. */
  request: RenderRequest;
  context: RenderContext;
  /** When that render read the session, as of `performance.now()`. */
  startedMs: number;
}

/** Repeats logins, one at a time for each session. */
export interface Logins {
  /** Returns whether the session is logged in again; a failure is a warning of the render. */
  renew(expired: ExpiredLogin): Promise<boolean>;
}

/** The engine, as far as a login needs it. */
export interface LoginEngine {
  open(input: PageInput, options: OpenOptions): Promise<OpenPage & LeavingPage>;
}

interface LeavingPage {
  /** Returns its state, with its origin if that is empty now. */
  leftState(): Promise<PageState>;
}

interface Renewal {
  /** The problem, if any. */
  outcome: Promise<string | undefined>;
  endedMs: number;
  /** Number of renders that await it. */
  waiting: number;
  /** Ends it. */
  stop(): void;
}

/** Time for which renders may still find the state before a login, in ms. */
const keptMs = 600_000;

export function createLogins(engine: LoginEngine): Logins {
  const renewals = new Map<string, Renewal>();

  const start = (key: string, expired: ExpiredLogin): Renewal => {
    const controller = new AbortController();
    const drop = () => {
      if (renewals.get(key) === renewal) renewals.delete(key);
    };
    const renewal: Renewal = {
      outcome: renewOnce(engine, expired, controller.signal),
      endedMs: Infinity,
      waiting: 0,
      stop() {
        drop();
        controller.abort(new RenderError('cancelled'));
      },
    };
    for (const [other, { endedMs }] of renewals) {
      if (endedMs < performance.now() - keptMs) renewals.delete(other);
    }
    renewals.set(key, renewal);
    void renewal.outcome.then((problem) => {
      renewal.endedMs = performance.now();
      if (problem !== undefined) drop();
    });
    return renewal;
  };

  return {
    async renew(expired) {
      const { key, name, context, startedMs } = expired;
      const known = renewals.get(key);
      const renewal = known && known.endedMs > startedMs ? known : start(key, expired);
      context.deadline.activity = 'logging in again';
      const problem = await waitFor(renewal, context);
      if (problem === undefined) return true;
      context.warn(`The session ${name} could not log in again: ${problem}`);
      return false;
    },
  };
}

/** Ends a login that no render awaits any more. */
async function waitFor(renewal: Renewal, { deadline }: RenderContext): Promise<string | undefined> {
  renewal.waiting += 1;
  try {
    return await deadline.race(renewal.outcome);
  } finally {
    renewal.waiting -= 1;
    if (renewal.waiting === 0 && renewal.endedMs === Infinity) renewal.stop();
  }
}

/** Parameters of a render that apply to the login for it, too. */
const shared = ['proxy', 'ignore_https_errors', 'user_agent', 'locale', 'timezone'] as const;

/** Returns the problem, in a sentence, or undefined. */
async function renewOnce(
  { open }: LoginEngine,
  { name, store, version, request, context }: ExpiredLogin,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { allow, upstream, scope, deadline, warn } = context;
  // That of the render, so no login takes longer than a service allows.
  const timeout = Math.max(1, Math.ceil(deadline.remainingMs() / 1000));
  try {
    const stored = await store.read(name);
    if (!stored?.login) return 'it has no steps any more.';
    if (generationOf(stored.version) !== generationOf(version)) {
      return `${unsavedReasons.replaced}.`;
    }
    const given = shared.filter((each) => request[each] !== undefined);
    const parameters = Object.fromEntries(given.map((each) => [each, request[each]])) as PageInput;
    const options = {
      state: stored.state,
      parameters: { ...parameters, timeout },
      signal,
      ...(allow && { allow }),
      ...(upstream !== undefined && { upstream }),
      ...(scope !== undefined && { scope }),
    };
    // The warnings of its page are of no interest to a request for another one.
    const left = await afterLogin({ open, warn: () => {} }, stored.login, options, (page) =>
      page.leftState(),
    );
    for (const part of left.missing) warn(`The session ${name} lacks ${part}.`);
    const base = withRestored(stored.state, left);
    const mine = withUnread(left, base);
    const problem = await saveChange({ store, name, warn }, { base, mine, version });
    return problem && `${problem.text}.`;
  } catch (error) {
    return RenderError.from(error).message;
  }
}
