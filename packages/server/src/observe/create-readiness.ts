import { RenderError } from '@tintype/contract';
import type { ReadinessState } from '@tintype/contract/wire';
import type { ServerPart } from '../options/server-options.ts';

/** Checks whether the service can render. */
export interface Readiness {
  /** The current state. Renders only if the last success is too old. */
  check(): Promise<ReadinessState>;
  /** Records a successful render, which counts as a check. */
  proved(): void;
  /** Reports "not ready" until the returned function is called. */
  starting(): () => void;
  /** Reports "not ready" from now on. */
  drain(): void;
}

/** Options of {@link createReadiness}. */
export interface ReadinessOptions {
  /** Renders a test page. Rejects if that fails. */
  canary(signal: AbortSignal): Promise<void>;
  /** Resolves if the other requirements of the service are met. Called each time, so it caches. */
  needs?(): Promise<void>;
  /** Returns a limitation that does not prevent renders. */
  lacks?(): string | undefined;
  /** Validity of a success, in milliseconds. Default 30,000. */
  goodForMs?: number;
  /** Validity of a failed check, in milliseconds. Default 2,000. */
  badForMs?: number;
  /** Time limit of a check, in milliseconds. Default 10,000. */
  timeoutMs?: number;
  /** Unix milliseconds. */
  now: () => number;
}

/** Relies on renders that succeed anyway, else renders a test page. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { canary, goodForMs = 30_000, badForMs = 2_000, timeoutMs = 10_000, now } = options;
  let draining = false;
  let isStarting = false;
  let last: { state: ReadinessState; until: number } | undefined;
  let checking: Promise<ReadinessState> | undefined;

  const keep = (state: ReadinessState, forMs: number) => {
    last = { state, until: now() + forMs };
    return state;
  };

  const withLimitation = (state: ReadinessState): ReadinessState => {
    const message = state.status === 'ready' ? options.lacks?.() : undefined;
    return message === undefined ? state : { ...state, message };
  };

  async function renderTestPage(): Promise<ReadinessState> {
    try {
      await canary(AbortSignal.timeout(timeoutMs));
      return keep({ status: 'ready' }, goodForMs);
    } catch (error) {
      // Only messages of RenderErrors are public.
      const message = error instanceof RenderError ? error.message : 'The test page failed.';
      return keep({ status: 'failing', message }, badForMs);
    }
  }

  async function unmetNeeds(): Promise<ReadinessState | undefined> {
    try {
      await options.needs?.();
      return undefined;
    } catch (error) {
      const message =
        error instanceof RenderError ? error.message : 'A dependency is not available.';
      return { status: 'failing', message };
    }
  }

  async function latest(): Promise<ReadinessState> {
    if (last !== undefined && now() < last.until) return last.state;
    checking ??= renderTestPage().finally(() => (checking = undefined));
    return checking;
  }

  return {
    async check() {
      if (draining) return { status: 'draining' };
      if (isStarting) return { status: 'failing', message: 'The service is not yet started.' };
      const state = (await unmetNeeds()) ?? withLimitation(await latest());
      return draining ? { status: 'draining' } : state;
    },
    proved: () => void keep({ status: 'ready' }, goodForMs),
    starting() {
      isStarting = true;
      return () => void (isStarting = false);
    },
    drain: () => void (draining = true),
  };
}

/** `Retry-After` of a failed check. */
const RETRY_S = 2;

/** `GET /health`: the process is alive. `GET /ready`: renders work, 200 or 503. Both are public. */
export function healthRoutes(readiness: Readiness): ServerPart {
  return (app) => {
    const options = { config: { duringDrain: true } };
    app.get('/health', options, async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    );
    app.get('/ready', options, async (_request, reply) => {
      const state = await readiness.check();
      if (state.status !== 'ready') reply.code(503).header('retry-after', RETRY_S);
      return reply.header('cache-control', 'no-store').send(state);
    });
  };
}
