import { webhookHeaders } from '@tintype/contract/headers';
import { verifyBody } from '@tintype/contract/signing';
import type {
  WebhookBatch,
  WebhookFailure,
  WebhookOutputs,
  WebhookSuccess,
} from '@tintype/contract/wire';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

type Without<Names extends string> = { [Name in Names]?: never };

/** The body of a webhook. It has `error`, `file` or `outputs`; that of a batch has `total`. */
export type WebhookPayload =
  | (WebhookSuccess & Without<'error' | 'outputs' | 'total'>)
  | (WebhookOutputs & Without<'error' | 'file' | 'total'>)
  | (WebhookFailure & Without<'file' | 'outputs' | 'total'>)
  | (WebhookBatch & Without<'error' | 'file' | 'outputs'>);

export type { WebhookBatch, WebhookFailure, WebhookOutputs, WebhookSuccess };

/** Headers of `fetch`, `node:http` or Express. */
export type WebhookRequestHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The webhook is invalid or too old. Respond with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * Checks that a webhook comes from the service, that it is not older than five minutes, and reads
 * it.
 *
 * Both signatures have to fit: that of Standard Webhooks, which covers `webhook-id` and
 * `webhook-timestamp`, and `X-Tintype-Webhook-Signature` where it is there. While keys overlap
 * after a rotation, the first has a signature by each key and the other one that of the new key
 * alone, so that the first decides.
 *
 * A webhook can arrive twice; both then have the same `webhook-id`.
 * @param body The body as it was received, byte for byte. JSON that was parsed and written again
 *   has another signature.
 * @param secretKey The secret key of the account.
 * @throws {WebhookError} When the webhook is to be refused.
 * @throws {TypeError} When the secret key is empty.
 * @example
 * const payload = verifyWebhook(await request.text(), request.headers, secretKey);
 * if (payload.error === undefined) console.log(payload.file);
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookRequestHeaders,
  secretKey: string,
): WebhookPayload {
  const own = headerOf(headers, webhookHeaders.signature);
  // Also checked with only the other signature: an empty key must never match.
  const fits = verifyBody(body, own ?? '', secretKey);
  const hasSeveral = headerOf(headers, webhookHeaders.standardSignature)?.includes(' ') === true;
  if (own !== undefined && !fits && !hasSeveral) {
    throw new WebhookError(`${webhookHeaders.signature} does not fit the body.`);
  }
  const text = textOf(body);
  const standard = Object.fromEntries(
    [webhookHeaders.id, webhookHeaders.timestamp, webhookHeaders.standardSignature].map((name) => [
      name,
      headerOf(headers, name) ?? '',
    ]),
  );
  try {
    const key = new TextEncoder().encode(secretKey);
    new Webhook(key, { format: 'raw' }).verify(text, standard, { jsonParse: false });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new WebhookError(`The webhook is refused: ${error.message}.`, { cause: error });
  }
  return payloadOf(text);
}

function headerOf(headers: WebhookRequestHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') {
    return (headers as Pick<Headers, 'get'>).get(name) ?? undefined;
  }
  const lowerName = name.toLowerCase();
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === lowerName)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw new WebhookError('The body is no text.', { cause });
  }
}

function payloadOf(text: string): WebhookPayload {
  try {
    const value: unknown = JSON.parse(text);
    const isPayload = (given: object) =>
      ['file', 'error', 'outputs', 'total'].some((name) => name in given);
    if (typeof value === 'object' && value !== null && isPayload(value)) {
      return value as WebhookPayload;
    }
  } catch {
    // Reported below.
  }
  throw new WebhookError('The body is signed, but it is no webhook of Tintype.');
}
