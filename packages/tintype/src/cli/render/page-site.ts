import type { Site } from '@tintype/core';

/**
 * A site with one page of HTML. What else is asked for is answered by `others`, and not found where
 * there is none.
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
