import { mailAddress } from '@tintype/contract/wire';
import type { Attempt } from '../attempt-delivery.ts';
import { htmlWithImage, imageId, type MailMessage } from './mail-message.ts';

/** A server that sends e-mail. */
export interface MailServer {
  /** `smtps://user:password@host` or `smtp://host:port`. */
  url: string;
  /** Sender: an address, or `Name <address>`. */
  from: string;
  /** Recipients must be of one of these. Default: any. */
  domains?: readonly string[];
  /** Returns the JPEG to attach for the address of an image; undefined: it is linked. */
  readImage?(address: string): Promise<Uint8Array | undefined>;
}

/** Sends one e-mail; rejects only when `signal` ends it. */
export type SendMail = (
  to: string,
  body: string,
  limits: { timeoutMs: number; signal: AbortSignal; id: string },
) => Promise<Attempt>;

/** Creates the transport of e-mails. The library is loaded by the first one. */
export function createSendMail({ url, from, domains = [], readImage }: MailServer): SendMail {
  const allowed = new Set(domains.map((domain) => domain.toLowerCase()));
  return async (to, body, { timeoutMs, signal, id }) => {
    if (!mailAddress.test(to)) return { kind: 'refused', error: 'the recipient is no address' };
    const host = to.slice(to.lastIndexOf('@') + 1);
    if (allowed.size > 0 && !allowed.has(host.toLowerCase())) {
      return { kind: 'refused', error: `mail_domains allows no e-mail to ${host}` };
    }
    const { createTransport } = await import('nodemailer');
    signal.throwIfAborted();
    const transport = createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Messages have no files and no addresses to load.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const message = JSON.parse(body) as MailMessage;
    const { subject, text, image: address } = message;
    // Without its image, an e-mail still says what changed.
    const image = address && (await readImage?.(address).catch(() => undefined));
    signal.throwIfAborted();
    const ended = Promise.withResolvers<never>();
    const abort = () => ended.reject(signal.reason);
    const timer = setTimeout(() => ended.reject(new Error('timeout')), timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const sent = transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html: htmlWithImage(message, image !== undefined),
        ...(image && {
          attachments: [
            {
              filename: 'page.jpg',
              content: Buffer.from(image),
              contentType: 'image/jpeg',
              contentDisposition: 'inline',
              cid: imageId,
            },
          ],
        }),
        // A repeated delivery is recognised by it.
        messageId: `<${id}@tintype>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      sent.catch(() => {});
      await Promise.race([sent, ended.promise]);
      return { kind: 'delivered', status: 250 };
    } catch (error) {
      if (signal.aborted) throw error;
      return troubleOf(error, host, timeoutMs);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      transport.close();
    }
  };
}

/** The answer of the server may contain its own addresses: only its number is reported. */
function troubleOf(error: unknown, host: string, timeoutMs: number): Attempt {
  const {
    responseCode: status,
    code,
    message,
  } = error as {
    responseCode?: number;
    code?: string;
    message?: string;
  };
  if (message === 'timeout' || code === 'ETIMEDOUT') {
    return { kind: 'failed', error: `the mail server did not answer within ${timeoutMs / 1000} s` };
  }
  if (status === undefined) return { kind: 'failed', error: `no answer (${code ?? 'error'})` };
  const about = { status, error: `the mail server answered ${status} for ${host}` };
  // RFC 5321, 4.2.1: 5yz is permanent. Wrong credentials are the operator's to correct.
  return status >= 550 && status < 560 && code !== 'EAUTH'
    ? { kind: 'refused', ...about }
    : { kind: 'failed', ...about };
}
