import { createPageCode } from './create-page-code.ts';
import * as shared from './in-page.ts';

/** Functions that run in pages, shared by both halves of a render. */
export const pageCode = createPageCode(shared);
