import type { ErrorCode, RenderRequest } from '@tintype/contract';
import type { NewFile } from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import { toRenderError } from '../answer/to-render-error.ts';
import { defaultLimits } from '../limits/request-limits.ts';
import type { Performed } from '../perform/create-perform.ts';
import type { ServerOptions } from '../server-options.ts';
import { newRequest } from './accept.ts';

/** Ends that are the answer's alone: nothing was taken on, or nobody wants it any more. */
const neverBegun: ReadonlySet<ErrorCode> = new Set([
  'cancelled',
  'plan_required',
  'queue_full',
  'quota_exceeded',
  'shutting_down',
]);

/**
 * Keeps what came of a request with a callback that was answered at once, and its callback. A client that has gone away is called about
 * nothing.
 * @param createdAt When the request came, in Unix milliseconds.
 */
export async function tellCallback(
  wanted: RenderRequest,
  outcome: Performed | { error: unknown },
  createdAt: number,
  request: FastifyRequest,
  options: ServerOptions,
): Promise<void> {
  if (wanted.webhook_url === undefined) return;
  const { store, wake, deliveryFor } = options;
  const asked = newRequest(wanted, request, options);
  if ('error' in outcome) {
    const error = toRenderError(outcome.error, { ...defaultLimits, ...options.limits });
    if (neverBegun.has(error.code)) return;
    const body = error.toBody();
    const delivery = deliveryFor(asked, { error: body, createdAt });
    await store.requests.recordFinished(asked, { error: body, createdAt }, delivery);
  } else {
    const file = await keepFile(wanted, outcome, options);
    const delivery = deliveryFor(asked, { file, createdAt });
    const kept = store.requests.recordFinished(asked, { file, createdAt }, delivery);
    await kept.catch(async (error: unknown) => {
      // Nothing points at it.
      await store.fileBytes.remove(file.name).catch(() => {});
      throw error;
    });
  }
  wake.deliverer();
}

async function keepFile(
  { cache_ttl: ttlSeconds, attachment_name: attachmentName }: RenderRequest,
  { result }: Performed,
  { store, now }: ServerOptions,
): Promise<NewFile> {
  const written = await store.fileBytes.write(result.body);
  return {
    ...written,
    extension: result.extension,
    mediaType: result.mediaType,
    expiresAt: now() + ttlSeconds * 1000,
    ...(attachmentName === undefined ? {} : { attachmentName }),
  };
}
