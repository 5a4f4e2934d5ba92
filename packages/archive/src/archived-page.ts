import type { Exchange } from '@tintype/core';
import type { PageLoad } from './in-page/page-load.ts';

/** Counted up when what is written changes. */
export const writerVersion = '1';

/** A page, and all that it has loaded. */
export interface ArchivedPage extends PageLoad {
  /** Of its document, without a fragment. */
  url: string;
  startedMs: number;
  exchanges: readonly Exchange[];
  /** For example `HeadlessChrome/156.0.8078.73`. */
  browser: string;
}
