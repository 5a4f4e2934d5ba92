import { createPageCode } from '@tintype/core/page';
import * as gathersUdp from './remote/in-page/gathers-udp.ts';
import * as storedItems from './login/in-page/stored-items.ts';

/** Functions that run in pages. The build writes their texts here. */
export const pageCode = createPageCode(storedItems, gathersUdp);
