import { RenderError } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser-source.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import type { PdfFile } from '../../types.ts';

/** Maximum size of a PDF to read, in bytes. */
const largestPdf = 67_108_864;
/** Maximum length of the page sent: in base64, a longer one would not fit into one message. */
const largestPage = 67_000_000;
/** Bytes read per call. */
const chunkBytes = 1_048_576;

export interface LoadedPdf {
  isPdf: boolean;
  errorText: string | undefined;
}

/**
 * Requests a URL again whose response was a file, and loads a page instead of a PDF. The file is
 * requested as the page would be: through the egress proxy, with its cookies, headers and
 * credentials. Uses a session of its own, as the page's may have other patterns.
 * @param pageOf - returns the HTML of that page
 * @throws what `pageOf` throws, and {@link RenderError} `response_too_large`
 */
export async function loadPdf(
  page: PageHandle,
  url: string,
  pageOf: (file: PdfFile) => Promise<string | Uint8Array>,
): Promise<LoadedPdf> {
  const session = await attach(page);
  let isPdf = false;
  let failure: unknown;
  session.on('Fetch.requestPaused', (event) => {
    if (event.frameId !== page.lease.frameId || !isPdfAnswer(event)) {
      session.send('Fetch.continueRequest', { requestId: event.requestId }).catch(() => {});
      return;
    }
    isPdf = true;
    answerWithPage(page, session, event, pageOf).catch((error: unknown) => {
      failure = error;
      session
        .send('Fetch.failRequest', { requestId: event.requestId, errorReason: 'Failed' })
        .catch(() => {});
    });
  });
  await page.deadline.race(
    session.send('Fetch.enable', {
      patterns: [{ resourceType: 'Document', requestStage: 'Response' }],
    }),
  );
  const { errorText } = await page.session.send('Page.navigate', { url });
  if (failure !== undefined) throw failure;
  await page.deadline.race(session.send('Fetch.disable'));
  return { isPdf, errorText };
}

async function attach({ lease, deadline }: PageHandle): Promise<CdpSession> {
  const { sessionId } = await deadline.race(
    lease.browser.session.send('Target.attachToTarget', {
      targetId: lease.targetId,
      flatten: true,
    }),
  );
  const session = lease.childSession(sessionId);
  if (session === undefined) throw new RenderError('browser_lost');
  return session;
}

/** Returns whether a response is a PDF: by its media type or, if generic, by the file name. */
function isPdfAnswer({
  responseStatusCode: status = 0,
  responseHeaders = [],
  request,
}: Protocol.Fetch.RequestPausedEvent): boolean {
  if (status === 0 || (status >= 300 && status < 400)) return false;
  const type = headerOf(responseHeaders, 'content-type').split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/pdf' || type === 'application/x-pdf') return true;
  if (
    !/^(?:(?:application|binary)\/(?:octet-stream|x-download|download|force-download))?$/.test(
      type ?? '',
    )
  ) {
    return false;
  }
  const disposition = headerOf(responseHeaders, 'content-disposition');
  const path = URL.parse(request.url)?.pathname ?? '';
  return /\.pdf$/i.test(path) || /\.pdf["';\s]*(?:;|$)/i.test(disposition);
}

function headerOf(headers: readonly Protocol.Fetch.HeaderEntry[], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
}

async function answerWithPage(
  page: PageHandle,
  session: CdpSession,
  { requestId, request, responseStatusCode = 200 }: Protocol.Fetch.RequestPausedEvent,
  pageOf: (file: PdfFile) => Promise<string | Uint8Array>,
): Promise<void> {
  const bytes = await readBody(page, session, requestId);
  const made = await pageOf({ bytes, url: request.url });
  const html = typeof made === 'string' ? Buffer.from(made) : made;
  if (html.length > largestPage) {
    throw new RenderError(
      'response_too_large',
      `The page of the PDF is longer than ${largestPage} bytes.`,
    );
  }
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode,
    responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
    body: Buffer.from(html.buffer, html.byteOffset, html.length).toString('base64'),
  });
}

async function readBody(
  { deadline, lease }: PageHandle,
  session: CdpSession,
  requestId: string,
): Promise<Uint8Array> {
  const { stream } = await deadline.race(
    session.send('Fetch.takeResponseBodyAsStream', { requestId }),
  );
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await deadline.race(
        session.send('IO.read', { handle: stream, size: chunkBytes }),
      );
      const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      size += chunk.length;
      refuseLarge(size, lease.network.failures);
      chunks.push(chunk);
      if (eof) return Buffer.concat(chunks);
    }
  } finally {
    session.send('IO.close', { handle: stream }).catch(() => {});
  }
}

function refuseLarge(size: number, failures: PageHandle['lease']['network']['failures']): void {
  const cut = failures.find(({ kind }) => kind === 'limit');
  if (cut) throw new RenderError('response_too_large', `${cut.reason}.`);
  if (size <= largestPdf) return;
  throw new RenderError(
    'response_too_large',
    `The PDF is larger than ${largestPdf} bytes, and is not read.`,
  );
}
