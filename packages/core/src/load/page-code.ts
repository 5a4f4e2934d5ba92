import { createPageCode } from '../page/create-page-code.ts';
import { pageCode as shared } from '../page/page-code.ts';
import * as fillStorage from './emulate/in-page/fill-storage.ts';
import * as refuseWorkers from './emulate/in-page/refuse-workers.ts';
import * as addSheet from './interact/in-page/add-sheet.ts';
import * as clickTarget from './interact/in-page/click-target.ts';
import * as scrollToPlace from './interact/in-page/scroll-to-place.ts';
import * as nesting from './navigate/in-page/nesting.ts';
import * as animations from './settle/in-page/animations.ts';
import * as awaitParts from './settle/in-page/await-parts.ts';
import * as countRequests from './settle/in-page/count-requests.ts';
import * as foreignFrames from './settle/in-page/foreign-frames.ts';
import * as icon from './settle/in-page/icon.ts';
import * as missing from './settle/in-page/missing.ts';
import * as motion from './settle/in-page/motion.ts';
import * as indicatesLoading from './settle/in-page/indicates-loading.ts';
import * as settleFrame from './settle/in-page/settle-frame.ts';
import * as settlePage from './settle/in-page/settle-page.ts';
import * as styleImages from './settle/in-page/style-images.ts';

export const pageCode = createPageCode(
  shared,
  fillStorage,
  refuseWorkers,
  addSheet,
  clickTarget,
  scrollToPlace,
  nesting,
  animations,
  awaitParts,
  countRequests,
  foreignFrames,
  icon,
  missing,
  motion,
  indicatesLoading,
  settleFrame,
  settlePage,
  styleImages,
);
