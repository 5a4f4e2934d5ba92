import type { RequestOf } from '@tintype/contract';
import type { Capture, Plugin } from '@tintype/core';

/**
 * The `archive` capture: a page as MHTML, or with all responses it has received as WACZ or HAR. Its
 * code is loaded by the first archive.
 * @example
 * const renderer = createRenderer({ source, plugins: [createArchive()] });
 * const { body } = await renderer.render({ kind: 'archive', url, format: 'wacz' });
 */
export function createArchive(): Plugin {
  const archive: Capture<RequestOf<'archive'>> = {
    async capture(page, request, context) {
      const { archiveCapture } = await import('./archive-capture.ts');
      return archiveCapture.capture(page, request, context);
    },
  };
  return { name: 'archive', captures: { archive } };
}
