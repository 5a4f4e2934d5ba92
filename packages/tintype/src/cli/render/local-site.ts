import { serveFolder } from '../../serve-folder.ts';
import type { Site } from '@tintype/core';

export interface LocalSite {
  site: Site;
  /** Requested paths that do not exist. */
  readonly missing: readonly string[];
}

/** Serves a folder, and records missing files: often a style sheet of another folder. */
export function createLocalSite(root: string): LocalSite {
  const folder = serveFolder(root);
  const missing = new Set<string>();
  return {
    async site(request) {
      const response = await folder(request);
      // Browsers request an icon even if the page names none.
      if (response.status === 404 && request.url.pathname !== '/favicon.ico') {
        missing.add(request.url.pathname);
      }
      return response;
    },
    get missing() {
      return [...missing];
    },
  };
}

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
