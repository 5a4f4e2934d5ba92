import type { Site } from '@tintype/core';
import { serveFolder } from '../../serve-folder.ts';

/** A folder served to one page. */
export interface LocalSite {
  site: Site;
  /** Paths that the page asked for and that are not there. */
  readonly missing: readonly string[];
}

/**
 * Serves a folder, and remembers what it did not have: usually a style sheet that lies elsewhere.
 */
export function createLocalSite(root: string): LocalSite {
  const folder = serveFolder(root);
  const missing = new Set<string>();
  return {
    async site(request) {
      const response = await folder(request);
      // Browsers ask for an icon whether the page names one or not.
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
