import { createPageCode } from '@tintype/core/page-code';
import * as gathersUdp from './remote/in-page/gathers-udp.ts';
import * as storedItems from './login/in-page/stored-items.ts';

/** What runs in pages. The build writes the texts here. */
export const pageCode = createPageCode(storedItems, gathersUdp);
