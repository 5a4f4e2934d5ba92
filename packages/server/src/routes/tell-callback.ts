import type { RenderRequest } from '@tintype/contract';
import { metadataHeaders } from '@tintype/contract/headers';
import { keepResult, limitsOf, type Account, type NewRequest } from '@tintype/store';
import type { FastifyRequest } from 'fastify';
import { toRenderError } from '../answer/to-render-error.ts';
import type { Performed } from '../perform/create-perform.ts';
import type { ServerOptions } from '../server-options.ts';
import { newRequest } from './accept.ts';

/**
 * Keeps what came of a request with a callback that was answered at once, and its callback. A client that has gone away is called about
 * nothing.
 * @param createdAt When the request came, in Unix milliseconds.
 * @param reservationId A place in the quota: the render counts when this is kept.
 */
export async function tellCallback(
  wanted: RenderRequest,
  outcome: Performed | { error: unknown },
  createdAt: number,
  request: FastifyRequest,
  options: ServerOptions,
  reservationId?: string,
): Promise<void> {
  if (wanted.webhook_url === undefined) return;
  const { store, wake, deliveryFor } = options;
  const asked = newRequest(wanted, request, options);
  const { account } = request.caller;
  if ('error' in outcome) {
    const error = toRenderError(outcome.error);
    if (error.info.isUnannounced && !error.charged) return;
    const body = error.toBody();
    const delivery = deliveryFor(asked, { error: body, createdAt });
    await store.requests.recordFinished(asked, { error: body, createdAt }, delivery);
  } else {
    await keepOutcome(asked, wanted, outcome, { createdAt, reservationId }, options, account);
  }
  wake.deliverer();
}

/** File, callback and the place in the quota: all of it, or nothing. */
async function keepOutcome(
  asked: NewRequest,
  wanted: RenderRequest,
  { result }: Performed,
  { createdAt, reservationId }: { createdAt: number; reservationId: string | undefined },
  { store, plans, now, deliveryFor }: ServerOptions,
  account: Account,
): Promise<void> {
  const { cache_ttl: ttlSeconds, attachment_name: attachmentName } = wanted;
  const { body, extension, mediaType } = result;
  const content = { body, extension, mediaType, ...(attachmentName && { attachmentName }) };
  const kept = await keepResult(store, asked.accountId, content, now() + ttlSeconds * 1000);
  const { file } = kept;
  const { storedBytes } = limitsOf(account, plans);
  const metadata = metadataHeaders(result.metadata, wanted);
  try {
    await store.requests.recordFinished(
      asked,
      { file, createdAt, storedBytes, metadata, ...(reservationId && { reservationId }) },
      deliveryFor(asked, { file, createdAt }),
    );
  } catch (error) {
    await kept.discard();
    throw error;
  }
}
