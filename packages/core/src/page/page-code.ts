import { createPageCode } from './create-page-code.ts';
import * as shared from './in-page.ts';

export const pageCode = createPageCode(shared);
