import { builtInKinds, RenderError, type KindSet } from '@tintype/contract';
import {
  renderWithElements,
  type Renderer,
  type RenderOptions,
  type SessionStore,
} from '@tintype/core';
import { captureOutputs, type CapturedOutput } from './capture-outputs.ts';
import type { JobNext, Outcome } from './job.ts';
import { pickUpstream, type Upstreams } from './pick-upstream.ts';

export interface RenderJobParts {
  renderer: Pick<Renderer, 'render' | 'open'>;
  upstreams?: Upstreams;
  /** Sessions of an account. Without it a request with `session` is rejected. */
  sessionsOf?(accountId: string): SessionStore;
  /** Present if traces are stored. */
  traces?: object;
  /** Each failure brings a brief one. Default false. */
  briefTraces?: boolean;
}

/** The inside of the onion: the engine renders. */
export function renderJob(
  { renderer, upstreams = {}, sessionsOf, traces, briefTraces = false }: RenderJobParts,
  kinds: KindSet = builtInKinds,
): JobNext {
  return async (request, { account, signal, assets, outputs, group, withElements, onProgress }) => {
    const upstream = pickUpstream(upstreams, request.ip_location);
    const unasked = briefTraces && 'brief';
    // Each output of several would have a trace of the same load.
    const asked = outputs ? 'failure' : true;
    const trace = traces !== undefined && (request.keep_trace ? asked : unasked);
    const options: Omit<RenderOptions, 'signal' | 'parsed'> = {
      scope: account.id,
      ...(group !== undefined && { group }),
      ...(trace && { trace }),
      ...(upstream === undefined ? {} : { upstream }),
      ...(sessionsOf && request.session !== undefined && { sessions: sessionsOf(account.id) }),
      ...(assets === undefined ? {} : { assets }),
    };
    if (outputs) {
      return outcomeOf(
        await captureOutputs(renderer, { request, outputs, kinds, signal, options }),
      );
    }
    const own = {
      ...options,
      signal,
      ...(onProgress && { onProgress }),
      // A place that there is no proxy for any more is refused by the engine's own rules.
      parsed: upstream !== undefined || request.ip_location === undefined,
    };
    if (withElements) {
      return { ...(await renderWithElements(renderer, request, own, kinds)), queueMs: 0 };
    }
    return { result: await renderer.render(request, own), queueMs: 0 };
  };
}

/** @throws RenderError where nothing could be made at all */
function outcomeOf(outputs: readonly CapturedOutput[]): Outcome {
  const [result] = outputs.flatMap((output) => (output.result ? [output.result] : []));
  if (result) return { result, outputs, queueMs: 0 };
  const errors = outputs.flatMap((output) => (output.error ? [output.error] : []));
  const error = decisive(errors);
  if (error === undefined) throw new RenderError('internal');
  const { code, message, stage, cause, heldMs } = error;
  const trace = error.trace ?? errors.find((one) => one.trace)?.trace;
  const details = outputs.map(({ error: one }, index) => ({
    parameter: `outputs[${index}]`,
    message: one?.message ?? '',
  }));
  const told = outputs.length === 1 ? message : `None of the outputs could be made. ${message}`;
  const waits = errors.flatMap(({ retryAfterS }) =>
    retryAfterS === undefined ? [] : [retryAfterS],
  );
  const retryAfterS = waits.length === 0 ? undefined : Math.max(...waits);
  throw new RenderError(code, told, { stage, cause, details, heldMs, retryAfterS, trace });
}

/** Returns the error that decides: charged before uncharged, permanent before retryable. */
function decisive(errors: readonly RenderError[]): RenderError | undefined {
  const rank = (error: RenderError) =>
    (error.charged ? 4 : 0) + (error.info.charged === 'slow' ? 2 : 0) + (error.info.queued ? 0 : 1);
  return errors.toSorted((a, b) => rank(b) - rank(a))[0];
}
