import type { ErrorBody } from '@tintype/contract';
import { webhookHeaders } from '@tintype/contract/headers';
import { verifyBody } from '@tintype/contract/signing';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** A render that succeeded. Timestamps are Unix seconds. */
export interface WebhookSuccess {
  /** Id of the request. */
  id: string;
  /** URL of the result until `expires`. */
  file: string;
  expires: number;
  created: number;
}

/** Several files of one load, of which at least one came. */
export interface WebhookOutputs {
  id: string;
  outputs: (
    | { name: string; kind: string; file: string; expires: number; error?: never }
    | { name: string; kind: string; error: WebhookFailure['error']; file?: never }
  )[];
  created: number;
}

/** A render that failed. */
export interface WebhookFailure {
  id: string;
  created: number;
  error: Pick<ErrorBody, 'statusCode' | 'error' | 'message'>;
}

/** The body of a webhook. It has `error`, or `file`, or `outputs`. */
export type WebhookPayload =
  | (WebhookSuccess & { error?: never; outputs?: never })
  | (WebhookOutputs & { error?: never; file?: never })
  | (WebhookFailure & { file?: never; outputs?: never });

/** Headers as `fetch` has them, or as `node:http` and Express have them. */
export type WebhookRequestHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook that is not from the service, or not from now. Answer it with 400. */
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
  // Also where only the other signature is there: an empty key must never fit.
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
  const wanted = name.toLowerCase();
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
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
    if (typeof value === 'object' && value !== null && ('file' in value || 'error' in value)) {
      return value as WebhookPayload;
    }
  } catch {
    // Told below.
  }
  throw new WebhookError('The body is signed, but it is no webhook of Tintype.');
}
