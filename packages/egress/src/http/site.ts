import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { RequestTarget } from './request-target.ts';

export interface SiteRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
}

export interface SiteResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | Readable;
}

/** Answers requests for a host that exists only inside one session. */
export type Site = (request: SiteRequest) => SiteResponse | Promise<SiteResponse>;

async function answer(
  site: Site,
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers: asked } = request;
  const url = new URL(`http://${target.authority}${target.path}`);
  const { status, headers, body } = await site({ method, url, headers: asked });
  const isStream = !(body instanceof Uint8Array);
  if (response.destroyed) {
    if (isStream) body.destroy();
    return;
  }
  // A body that the method or the status forbids is dropped by Node.
  response.writeHead(status, headers);
  if (isStream) pipeline(body, response, () => {});
  else response.end(body);
}

/** Lets `site` answer. When it throws, the page gets an empty 500 and nothing of the error. */
export function answerFromSite(
  site: Site,
  target: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // The unused body must be read: it would block the connection otherwise.
  request.resume();
  answer(site, target, request, response).catch(() => {
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { connection: 'close' }).end();
  });
}
