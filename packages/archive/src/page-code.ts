import { createPageCode } from '@tintype/core';
import { documentElementAs, onUndo, ownElements, ownOf, ownShadow } from '@tintype/core/in-page';
import * as pageLoad from './in-page/page-load.ts';
import * as writeSheets from './in-page/write-sheets.ts';

/** Functions that run in pages. The build writes their texts here. */
export const pageCode = createPageCode(
  { documentElementAs, onUndo, ownElements, ownOf, ownShadow },
  pageLoad,
  writeSheets,
);
