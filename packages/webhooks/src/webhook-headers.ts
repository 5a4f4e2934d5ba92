import { signBody } from '@tintype/contract/signing';
import type { Delivery } from '@tintype/store';
import { Webhook } from 'standardwebhooks';

/**
 * The headers of one try. With a secret key those of the Standard Webhooks specification and `X-Tintype-Webhook-Signature`, which
 * need no library to be verified; without one the id and the instant alone.
 *
 * @param now Unix milliseconds.
 */
export function webhookHeaders(
  { id, body }: Pick<Delivery, 'id' | 'body'>,
  now: number,
  secretKey: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Tintype',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
  };
  if (secretKey === undefined) return headers;
  // `whsec_` and Base64 of these bytes is the same key in the form that receivers' libraries take.
  const webhook = new Webhook(Buffer.from(secretKey), { format: 'raw' });
  return {
    ...headers,
    'webhook-signature': webhook.sign(id, new Date(now), body),
    'x-tintype-webhook-signature': signBody(body, secretKey),
  };
}
