import type { Site } from '@tintype/core';
import { serveFolder } from '../../serve-folder.ts';

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
