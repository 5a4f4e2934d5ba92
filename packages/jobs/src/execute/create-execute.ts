import type { Cache, Sharing } from '@tintype/cache';
import { builtInKinds, type KindSet } from '@tintype/contract';
import { compose, type Renderer, type SessionStore } from '@tintype/core';
import type { Plans, Usage } from '@tintype/store';
import type { HandoffClient } from '../handoff/create-handoff-client.ts';
import { createCharge } from './create-charge.ts';
import type { Execute, JobMiddleware, JobNext } from './job.ts';
import { cached, shared } from './middleware/cached.ts';
import { charged } from './middleware/charged.ts';
import { kept } from './middleware/kept.ts';
import { admitted, limited, type JobLimiter } from './middleware/limited.ts';
import { observed, type Observer } from './middleware/observed.ts';
import { planned } from './middleware/planned.ts';
import { traced, type TracedParts } from './middleware/traced.ts';
import type { Upstreams } from './pick-upstream.ts';
import { renderJob } from './render-job.ts';

/** Place of execution of jobs: in slots of this process, or by workers. */
export type ExecutePlace =
  | {
      renderer: Pick<Renderer, 'render' | 'open'>;
      /** Bounds how many run at once, and how many wait. */
      limiter: JobLimiter;
      handoffClient?: undefined;
    }
  | { handoffClient: Pick<HandoffClient, 'check' | 'run'> };

export type ExecuteParts = ExecutePlace & PipelineParts;

interface PipelineParts {
  /** The kinds that the renderer makes. Default: Tintype's own. */
  kinds?: KindSet;
  usage: Pick<Usage, 'reserve' | 'lower' | 'settle' | 'release'>;
  plans: Plans;
  /** Results that were kept. Without it `cache` has no effect. */
  cache?: Pick<Cache, 'through'>;
  /** Shares equal requests in progress. Without it a job's `sharing` has no effect. */
  sharing?: Sharing;
  /** Proxies by the values of `ip_location`. */
  upstreams?: Upstreams;
  /** Sessions of an account. Without it a request with `session` is rejected. */
  sessionsOf?(accountId: string): SessionStore;
  /** Stores traces. Without it `keep_trace` has no effect. */
  traces?: TracedParts['store'];
  /** Stores brief traces of all other failures, too. Default false. */
  briefTraces?: boolean;
  observer?: Observer;
  /** Around all that, the first outermost. */
  use?: readonly JobMiddleware[];
  /** Unix milliseconds. */
  now: () => number;
}

export function createExecute(parts: ExecuteParts): Execute {
  const { usage, plans, now, kinds = builtInKinds } = parts;
  const place = placeOf(parts, kinds);
  const pipeline = compose(
    [
      ...(parts.use ?? []),
      observed(parts.observer, now),
      traced(
        parts.traces && { store: parts.traces, plans, now, isUnasked: parts.briefTraces ?? false },
      ),
      planned(plans),
      kept(),
      cached(parts.cache),
      shared(parts.sharing),
      place.admit,
      charged({ usage, plans, kinds }),
    ],
    place.make,
  );
  return async ({ request, ...job }) =>
    pipeline(request, {
      ...job,
      isQueued: job.isQueued ?? false,
      createdAt: job.createdAt ?? now(),
      charge: createCharge(usage),
    });
}

/** The inside of the onion, and what refuses a job before anything is written about it. */
function placeOf(parts: ExecuteParts, kinds: KindSet): { admit: JobMiddleware; make: JobNext } {
  const { handoffClient } = parts;
  if (handoffClient) {
    return {
      admit: async (request, context, next) => {
        handoffClient.check(context.account.id);
        return next(request, context);
      },
      make: handoffClient.run,
    };
  }
  const { limiter } = parts;
  const limits = { limiter, plans: parts.plans, kinds };
  return { admit: admitted(limits), make: compose([limited(limits)], renderJob(parts, kinds)) };
}
