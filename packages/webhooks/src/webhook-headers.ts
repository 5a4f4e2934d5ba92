import { signBody } from '@tintype/contract/signing';
import { subjectHeaders } from '@tintype/contract/headers';
import type { Delivery, DeliverySubject } from '@tintype/store';
import { Webhook } from 'standardwebhooks';

/**
 * The headers of one attempt. With secret keys those of the Standard Webhooks specification and `X-Tintype-Webhook-Signature`, which
 * need no library to be verified; without any the id and the instant alone. With several (after a rotation with an overlap) the
 * specification's header has a signature by each, and the other one that of the first.
 *
 * @param now Unix milliseconds.
 */
export function webhookHeaders(
  { id, body, requestId }: Pick<Delivery, 'id' | 'body' | 'requestId'>,
  now: number,
  secretKeys: readonly string[],
  subject: DeliverySubject = {},
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Tintype',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    [subjectHeaders.requestId]: requestId,
    ...aboutPage(subject),
  };
  const [newest] = secretKeys;
  if (newest === undefined) return headers;
  // `whsec_` and Base64 of these bytes is the same key in the form that receivers' libraries take.
  const signatures = secretKeys.map((key) =>
    new Webhook(Buffer.from(key), { format: 'raw' }).sign(id, new Date(now), body),
  );
  return {
    ...headers,
    'webhook-signature': signatures.join(' '),
    'x-tintype-webhook-signature': signBody(body, newest),
  };
}

/** With the metadata, which has bounds of its own, it stays below the 16 KiB that a receiver on Node takes. */
const maxUrlLength = 2_048;

function aboutPage({ url, taskId, metadata = {} }: DeliverySubject): Record<string, string> {
  const address = url?.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent) ?? '';
  const isTold = address !== '' && address.length <= maxUrlLength;
  return {
    ...(isTold && { [subjectHeaders.url]: address }),
    ...(taskId !== undefined && { [subjectHeaders.taskId]: String(taskId) }),
    ...metadata,
  };
}
