import { builtInKinds, RenderError, type KindSet } from '@tintype/contract';
import type { Renderer } from '@tintype/core';
import { captureOutputs, type CapturedOutput } from './capture-outputs.ts';
import type { JobNext, Outcome } from './job.ts';
import { pickUpstream, type Upstreams } from './pick-upstream.ts';

/** The inside of the onion: the engine renders. */
export function renderJob(
  renderer: Pick<Renderer, 'render' | 'open'>,
  upstreams: Upstreams = {},
  kinds: KindSet = builtInKinds,
): JobNext {
  return async (request, { account, signal, assets, outputs }) => {
    const upstream = pickUpstream(upstreams, request.ip_location);
    const options = {
      scope: account.id,
      ...(upstream === undefined ? {} : { upstream }),
      ...(assets === undefined ? {} : { assets }),
    };
    if (outputs) {
      return outcomeOf(
        await captureOutputs(renderer, { request, outputs, kinds, signal, options }),
      );
    }
    const result = await renderer.render(request, {
      ...options,
      signal,
      // A place that there is no proxy for any more is refused by the engine's own rules.
      parsed: upstream !== undefined || request.ip_location === undefined,
    });
    return { result, queueMs: 0 };
  };
}

/** @throws RenderError where nothing could be made at all */
function outcomeOf(outputs: readonly CapturedOutput[]): Outcome {
  const [result] = outputs.flatMap((output) => (output.result ? [output.result] : []));
  if (result) return { result, outputs, queueMs: 0 };
  const [first] = outputs.flatMap((output) => (output.error ? [output.error] : []));
  if (first === undefined) throw new RenderError('internal');
  const { code, message, stage, cause } = first;
  const details = outputs.map(({ error }, index) => ({
    parameter: `outputs[${index}]`,
    message: error?.message ?? '',
  }));
  const told = outputs.length === 1 ? message : `None of the outputs could be made. ${message}`;
  throw new RenderError(code, told, { stage, cause, details });
}
