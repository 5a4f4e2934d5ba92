import { createPageCode } from '@tintype/core/page';
import * as gathersUdp from './remote/in-page/gathers-udp.ts';
import * as decodeValue from './login/in-page/decode-value.ts';
import * as encodeValue from './login/in-page/encode-value.ts';
import * as fillDatabases from './login/in-page/fill-databases.ts';
import * as readDatabases from './login/in-page/read-databases.ts';
import * as readStore from './login/in-page/read-store.ts';
import * as storedItems from './login/in-page/stored-items.ts';

/** Functions that run in pages. The build writes their texts here. */
export const pageCode = createPageCode(
  storedItems,
  decodeValue,
  encodeValue,
  fillDatabases,
  readStore,
  readDatabases,
  gathersUdp,
);
