import { signBody } from '@tintype/contract/signing';
import {
  defaultHeaderPrefix,
  subjectHeaders,
  webhookHeaders as names,
  withHeaderPrefix,
} from '@tintype/contract/headers';
import type { Delivery, DeliverySubject } from '@tintype/store';
import { Webhook } from 'standardwebhooks';

/** Options of the headers, besides the delivery and its keys. */
interface WebhookHeaderOptions {
  subject?: DeliverySubject | undefined;
  /** Default `X-Tintype`. */
  headerPrefix?: string | undefined;
}

/**
 * The headers of one attempt. With secret keys those of the Standard Webhooks specification and
 * `X-Tintype-Webhook-Signature`, which need no library to be verified; without any the id and the
 * timestamp only. With several (after a rotation with an overlap) the specification's header has a
 * signature by each, and the other one that of the first.
 * @param now Unix milliseconds.
 */
export function webhookHeaders(
  { id, body, requestId }: Pick<Delivery, 'id' | 'body' | 'requestId'>,
  now: number,
  secretKeys: readonly string[],
  { subject = {}, headerPrefix = defaultHeaderPrefix }: WebhookHeaderOptions = {},
): Record<string, string> {
  const own = ownHeaders({ body, requestId }, secretKeys, subject);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Tintype',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    ...Object.fromEntries(
      Object.entries(own).map(([name, value]) => [withHeaderPrefix(name, headerPrefix), value]),
    ),
  };
  if (secretKeys.length === 0) return headers;
  // `whsec_` and Base64 of these bytes is the same key in the form that receivers' libraries take.
  const signatures = secretKeys.map((key) =>
    new Webhook(Buffer.from(key), { format: 'raw' }).sign(id, new Date(now), body),
  );
  return { ...headers, 'webhook-signature': signatures.join(' ') };
}

/** The headers that begin with Tintype's prefix. */
function ownHeaders(
  { body, requestId }: Pick<Delivery, 'body' | 'requestId'>,
  [newest]: readonly string[],
  subject: DeliverySubject,
): Record<string, string> {
  return {
    [subjectHeaders.requestId]: requestId,
    ...aboutPage(subject),
    ...(newest === undefined ? {} : { [names.signature]: signBody(body, newest) }),
  };
}

/** With the metadata it stays below the 16 KiB of headers that Node accepts. */
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
