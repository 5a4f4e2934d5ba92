import { createPageCode } from '../page/create-page-code.ts';
import { pageCode as shared } from '../page/page-code.ts';
import * as coveringFrame from './geometry/in-page/covering-frame.ts';
import * as growElement from './geometry/in-page/grow-element.ts';
import * as pageBoxes from './geometry/in-page/page-boxes.ts';
import * as scrollPage from './geometry/in-page/scroll-page.ts';
import * as usedSizes from './geometry/in-page/used-sizes.ts';
import * as gatherTexts from './metadata/in-page/gather-texts.ts';
import * as requestIcon from './metadata/in-page/request-icon.ts';
import * as adoptPaper from './pdf/in-page/adopt-paper.ts';
import * as documentSize from './pdf/in-page/document-size.ts';
import * as emptyItems from './pdf/in-page/empty-items.ts';
import * as holdCanvases from './pdf/in-page/hold-canvases.ts';
import * as hiddenFrames from './screenshot/in-page/hidden-frames.ts';
import * as countParts from '../receipt/in-page/count-parts.ts';
import * as displayed from '../receipt/in-page/displayed.ts';
import * as findControls from '../receipt/in-page/find-controls.ts';
import * as findLayer from '../receipt/in-page/find-layer.ts';
import * as inspectPage from '../receipt/in-page/inspect-page.ts';
import * as missingLetters from '../receipt/in-page/missing-letters.ts';
import * as readShown from '../receipt/in-page/read-shown.ts';
import * as listResources from '../trace/in-page/list-resources.ts';

export const pageCode = createPageCode(
  shared,
  coveringFrame,
  growElement,
  pageBoxes,
  scrollPage,
  usedSizes,
  gatherTexts,
  requestIcon,
  adoptPaper,
  documentSize,
  emptyItems,
  holdCanvases,
  hiddenFrames,
  countParts,
  displayed,
  findControls,
  findLayer,
  inspectPage,
  missingLetters,
  readShown,
  listResources,
);
