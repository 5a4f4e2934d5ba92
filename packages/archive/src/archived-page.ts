import type { Exchange } from '@tintype/core';
import type { PageLoad } from './in-page/page-load.ts';

/** Incremented when the format of the output changes. */
export const writerVersion = '1';

/** A page with its recorded exchanges. */
export interface ArchivedPage extends PageLoad {
  /** URL of the document, without a fragment. */
  url: string;
  startedMs: number;
  exchanges: readonly Exchange[];
  /** For example `HeadlessChrome/156.0.8078.73`. */
  browser: string;
}
