import { RenderError } from '@tintype/contract';
import type { ReadinessState } from '@tintype/contract/wire';
import type { ServerPart } from '../options/server-options.ts';

/** Reports whether the service can do its work. */
export interface Readiness {
  /** The current state. Renders only if the last proof is old. */
  check(): Promise<ReadinessState>;
  /** A render succeeded: as valid as a check. */
  proved(): void;
  /** Reports "not ready" until the returned function is called. */
  starting(): () => void;
  /** From now on the service is not ready, whatever works. */
  drain(): void;
}

/** Options of {@link createReadiness}. */
export interface ReadinessOptions {
  /** Does what the service is there for, once. Rejects when that is not possible. */
  canary(signal: AbortSignal): Promise<void>;
  /** Resolves if the other requirements of the service are met. Called each time, so it caches. */
  needs?(): Promise<void>;
  /** Returns a limitation despite which the service works, for people. */
  lacks?(): string | undefined;
  /** Validity of a proof, in milliseconds. Default 30,000. */
  goodForMs?: number;
  /** Validity of a failed check, in milliseconds. Default 2,000. */
  badForMs?: number;
  /** Time limit of a check, in milliseconds. Default 10,000. */
  timeoutMs?: number;
  /** Unix milliseconds. */
  now: () => number;
}

/** Reports whether renders work: by those that succeed anyway, else by one of its own. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { canary, goodForMs = 30_000, badForMs = 2_000, timeoutMs = 10_000, now } = options;
  let draining = false;
  let isStarting = false;
  let last: { state: ReadinessState; until: number } | undefined;
  let looking: Promise<ReadinessState> | undefined;

  const keep = (state: ReadinessState, forMs: number) => {
    last = { state, until: now() + forMs };
    return state;
  };

  const told = (state: ReadinessState): ReadinessState => {
    const message = state.status === 'ready' ? options.lacks?.() : undefined;
    return message === undefined ? state : { ...state, message };
  };

  async function look(): Promise<ReadinessState> {
    try {
      await canary(AbortSignal.timeout(timeoutMs));
      return keep({ status: 'ready' }, goodForMs);
    } catch (error) {
      // Only these are written for people outside.
      const message = error instanceof RenderError ? error.message : 'The test page failed.';
      return keep({ status: 'failing', message }, badForMs);
    }
  }

  async function lacking(): Promise<ReadinessState | undefined> {
    try {
      await options.needs?.();
      return undefined;
    } catch (error) {
      const message = error instanceof RenderError ? error.message : 'What it needs is not there.';
      return { status: 'failing', message };
    }
  }

  async function latest(): Promise<ReadinessState> {
    if (last !== undefined && now() < last.until) return last.state;
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  }

  return {
    async check() {
      if (draining) return { status: 'draining' };
      if (isStarting) return { status: 'failing', message: 'The service is not yet started.' };
      const state = (await lacking()) ?? told(await latest());
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

/** Seconds after which a client may look again. */
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
