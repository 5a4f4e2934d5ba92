import * as writeSheets from './capture/archive/in-page/write-sheets.ts';
import * as pageLoad from './capture/archive/in-page/page-load.ts';
import * as coveringFrame from './capture/in-page/covering-frame.ts';
import * as growElement from './capture/in-page/grow-element.ts';
import * as emptyItems from './capture/pdf/in-page/empty-items.ts';
import * as holdCanvases from './capture/pdf/in-page/hold-canvases.ts';
import * as pageBoxes from './capture/in-page/page-boxes.ts';
import * as gatherTexts from './capture/metadata/in-page/gather-texts.ts';
import * as givesImage from './capture/metadata/in-page/gives-image.ts';
import * as icon from './load/settle/in-page/icon.ts';
import * as missingLetters from './capture/metadata/in-page/missing-letters.ts';
import * as adoptPaper from './capture/pdf/in-page/adopt-paper.ts';
import * as documentSize from './capture/pdf/in-page/document-size.ts';
import * as usedSizes from './capture/pdf/in-page/used-sizes.ts';
import * as hiddenFrames from './capture/screenshot/in-page/hidden-frames.ts';
import * as fillStorage from './load/emulate/in-page/fill-storage.ts';
import * as refuseWebSockets from './load/emulate/in-page/refuse-web-sockets.ts';
import * as refuseWorkers from './load/emulate/in-page/refuse-workers.ts';
import * as addSheet from './load/interact/in-page/add-sheet.ts';
import * as clickTarget from './load/interact/in-page/click-target.ts';
import * as scrollToPlace from './load/interact/in-page/scroll-to-place.ts';
import * as scrollPage from './capture/in-page/scroll-page.ts';
import * as nesting from './load/navigate/in-page/nesting.ts';
import * as animations from './load/settle/in-page/animations.ts';
import * as awaitParts from './load/settle/in-page/await-parts.ts';
import * as blank from './load/settle/in-page/blank.ts';
import * as countRequests from './load/settle/in-page/count-requests.ts';
import * as foreignFrames from './load/settle/in-page/foreign-frames.ts';
import * as missing from './load/settle/in-page/missing.ts';
import * as motion from './load/settle/in-page/motion.ts';
import * as pageWaits from './load/settle/in-page/page-waits.ts';
import * as painted from './load/settle/in-page/painted.ts';
import * as reveal from './load/settle/in-page/reveal.ts';
import * as saysLoading from './load/settle/in-page/says-loading.ts';
import * as settleFrame from './load/settle/in-page/settle-frame.ts';
import * as settlePage from './load/settle/in-page/settle-page.ts';
import * as styleImages from './load/settle/in-page/style-images.ts';
import * as trees from './load/settle/in-page/trees.ts';
import * as deepQuery from './page/in-page/deep-query.ts';
import * as findScroller from './page/in-page/find-scroller.ts';
import * as ownNodes from './page/in-page/own-nodes.ts';
import * as twoFrames from './page/in-page/two-frames.ts';
import * as undo from './page/in-page/undo.ts';
import * as countParts from './receipt/in-page/count-parts.ts';
import * as displayed from './receipt/in-page/displayed.ts';
import * as findControls from './receipt/in-page/find-controls.ts';
import * as findLayer from './receipt/in-page/find-layer.ts';
import * as lookAtPage from './receipt/in-page/look-at-page.ts';
import * as readErrors from './receipt/in-page/read-errors.ts';
import * as readShown from './receipt/in-page/read-shown.ts';
import * as listResources from './trace/in-page/list-resources.ts';
import { createPageCode } from './page/create-page-code.ts';

/** Functions that run in pages. The build writes their texts here. */
export const pageCode = createPageCode(
  writeSheets,
  pageLoad,
  coveringFrame,
  emptyItems,
  growElement,
  holdCanvases,
  pageBoxes,
  gatherTexts,
  givesImage,
  icon,
  missingLetters,
  adoptPaper,
  documentSize,
  usedSizes,
  hiddenFrames,
  fillStorage,
  refuseWebSockets,
  refuseWorkers,
  addSheet,
  clickTarget,
  scrollToPlace,
  scrollPage,
  animations,
  awaitParts,
  blank,
  countRequests,
  foreignFrames,
  missing,
  motion,
  nesting,
  pageWaits,
  painted,
  reveal,
  saysLoading,
  settleFrame,
  settlePage,
  styleImages,
  trees,
  deepQuery,
  findScroller,
  ownNodes,
  twoFrames,
  undo,
  countParts,
  displayed,
  findControls,
  findLayer,
  lookAtPage,
  readErrors,
  readShown,
  listResources,
);
