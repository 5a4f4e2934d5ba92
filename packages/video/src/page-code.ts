import { createPageCode } from '@tintype/core';
import {
  deepElementLimit,
  deepFind,
  deepRoots,
  documentElementAs,
  findScroller,
  forgetTrees,
  frameDocument,
  hostSelector,
  isVisible,
  leastScrollerShare,
  onUndo,
  openTrees,
  ownBox,
  ownElements,
  ownOf,
  ownShadow,
  scrollOwn,
  styleBefore,
  undoScroll,
  undoStyle,
} from '@tintype/core/in-page';
import * as encodeFrames from './encode/webcodecs/in-page/encode-frames.ts';
import * as videoPlanes from './encode/webcodecs/in-page/video-planes.ts';
import * as isOver from './record/until/in-page/is-over.ts';
import * as scrollRecorded from './record/scroll/in-page/scroll-recorded.ts';

/** Functions that run in pages. The build writes their texts here. */
export const pageCode = createPageCode(
  { deepElementLimit, deepFind, deepRoots, documentElementAs, findScroller, leastScrollerShare },
  {
    forgetTrees,
    frameDocument,
    hostSelector,
    isVisible,
    openTrees,
    ownBox,
    ownElements,
    ownOf,
    ownShadow,
    scrollOwn,
  },
  { onUndo, styleBefore, undoScroll, undoStyle },
  encodeFrames,
  isOver,
  scrollRecorded,
  videoPlanes,
);
