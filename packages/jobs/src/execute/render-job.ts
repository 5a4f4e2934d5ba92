import type { Renderer } from '@tintype/core';
import type { JobNext } from './job.ts';
import { pickUpstream, type Upstreams } from './pick-upstream.ts';

/** The inside of the onion: the engine renders. */
export function renderJob(renderer: Pick<Renderer, 'render'>, upstreams: Upstreams = {}): JobNext {
  return async (request, { account, signal, assets }) => {
    const upstream = pickUpstream(upstreams, request.ip_location);
    const result = await renderer.render(request, {
      signal,
      scope: account.id,
      // A place that there is no proxy for any more is refused by the engine's own rules.
      parsed: upstream !== undefined || request.ip_location === undefined,
      ...(upstream === undefined ? {} : { upstream }),
      ...(assets === undefined ? {} : { assets }),
    });
    return { result, queueMs: 0 };
  };
}
