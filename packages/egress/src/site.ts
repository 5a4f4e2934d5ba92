import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';

/** What a synthetic site is asked. */
export interface SiteRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
}

/** What a synthetic site answers. */
export interface SiteResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | Readable;
}

/** Answers requests for a host that exists only inside one session. */
export type Site = (request: SiteRequest) => SiteResponse | Promise<SiteResponse>;

/** Lets `site` answer. Throws what the site throws, as long as nothing was sent. */
export async function answerFromSite(
  site: Site,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Nobody reads the body, and an unread one would block the connection for the next request.
  request.resume();
  const { status, headers, body } = await site({
    method: request.method ?? 'GET',
    url,
    headers: request.headers,
  });
  const isStream = !(body instanceof Uint8Array);
  if (response.destroyed) {
    if (isStream) body.destroy();
    return;
  }
  response.writeHead(status, headers);
  if (!isStream) {
    response.end(body);
    return;
  }
  pipeline(body, response, (error) => {
    if (error) response.destroy();
  });
}
