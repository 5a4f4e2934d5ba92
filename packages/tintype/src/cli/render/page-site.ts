import type { Site } from '@tintype/core';

/** A site with nothing but one page. */
export function pageSite(html: string): Site {
  return ({ url }) =>
    url.pathname === '/'
      ? {
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: Buffer.from(html),
        }
      : { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.alloc(0) };
}
