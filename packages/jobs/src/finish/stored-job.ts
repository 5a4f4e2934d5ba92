import {
  capturesName,
  capturesParameters,
  type KindSet,
  type OutputRequest,
  type RenderRequest,
} from '@tintype/contract';
import type { NewRequest, Plan } from '@tintype/store';
import { hitsOf } from '../execute/create-charge.ts';
import { needsRecorder } from '../execute/job.ts';

/** Account and id of a job, and the base of URLs in its responses. */
export interface JobOrigin {
  /** UUID v7. */
  id: string;
  accountId: string;
  /** Without a slash at the end. */
  baseUrl: string;
  /** As in `NewRequest`. */
  traceparent?: string | undefined;
}

/** A request as the store keeps it; of several files it has what it counts. */
export function jobOf(
  origin: JobOrigin,
  { request, outputs }: { request: RenderRequest; outputs?: readonly OutputRequest[] | undefined },
  { kinds, limits }: { kinds: KindSet; limits: Plan },
): NewRequest {
  if (outputs === undefined) return storedJob(origin, request);
  const requests = outputs.map((output) => output.request);
  const hits = hitsOf(requests, limits, kinds);
  return storedCaptures(origin, { request, outputs, hits, kinds });
}

/** A parsed request as the store keeps it: its webhook apart from what is rendered. */
export function storedJob(origin: JobOrigin, request: RenderRequest): NewRequest {
  const { kind, ...parameters } = request;
  return stored(origin, kind, parameters);
}

/** Several files of one load, and what they count. */
export interface StoredCaptures {
  request: RenderRequest;
  outputs: readonly OutputRequest[];
  hits: number;
  kinds: KindSet;
}

/** The same of a request for several files. */
export function storedCaptures(
  origin: JobOrigin,
  { request, outputs, hits, kinds }: StoredCaptures,
): NewRequest {
  const parameters = capturesParameters({ page: request, outputs }, kinds);
  const records = needsRecorder(
    outputs.map((output) => output.request),
    kinds,
  );
  return { ...stored(origin, capturesName, parameters), hits, records };
}

function stored(
  { id, accountId, baseUrl, traceparent }: JobOrigin,
  kind: string,
  given: RenderRequest | Record<string, unknown>,
): NewRequest {
  const { webhook_url: url, webhook_signed: signed, ...parameters } = given as RenderRequest;
  const webhook = url === undefined ? {} : { webhook: { url, signed } };
  return {
    id,
    accountId,
    kind,
    parameters,
    baseUrl,
    ...webhook,
    ...(traceparent && { traceparent }),
  };
}
