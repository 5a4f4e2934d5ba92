import type { Site } from '@tintype/core';

/**
 * Returns a site with one page of HTML. `others` responds to all other requests, by default with
 * 404.
 */
export function pageSite(html: string, pathname = '/', others: Site = notFound): Site {
  return (request) =>
    request.url.pathname === pathname
      ? {
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: Buffer.from(html),
        }
      : others(request);
}

function notFound(): ReturnType<Site> {
  return { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.alloc(0) };
}
