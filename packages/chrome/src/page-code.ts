import { createPageCode } from '@tintype/core/page-code';
import * as storedItems from './login/in-page/stored-items.ts';

/** What runs in pages. The build writes the texts here. */
export const pageCode = createPageCode(storedItems);
