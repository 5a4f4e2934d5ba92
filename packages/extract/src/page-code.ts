import { createPageCode } from '@tintype/core';
import {
  deepElementLimit,
  deepRoots,
  isVisible,
  onUndo,
  ownAttribute,
  ownBox,
  ownElements,
  ownOf,
  ownParent,
  ownShadow,
} from '@tintype/core/in-page';
import * as closedParts from './in-page/closed-parts.ts';
import * as documentHtml from './in-page/document-html.ts';
import * as imageAddress from './in-page/image-address.ts';
import * as openElement from './in-page/open-element.ts';
import * as pageButtons from './in-page/page-buttons.ts';
import * as codeBlocks from './in-page/code-blocks.ts';
import * as pageHead from './in-page/page-head.ts';
import * as pageMath from './in-page/page-math.ts';
import * as pageMedia from './in-page/page-media.ts';
import * as pageNodes from './in-page/page-nodes.ts';
import * as pageTags from './in-page/page-tags.ts';
import * as pageText from './in-page/page-text.ts';
import * as readElements from './in-page/read-elements.ts';
import * as streamedParts from './in-page/streamed-parts.ts';
import * as structure from './in-page/structure.ts';
import * as uncover from './in-page/uncover.ts';
import * as visibleHtml from './in-page/visible-html.ts';

/** Functions that run in pages. The build writes their texts here. */
export const pageCode = createPageCode(
  {
    deepElementLimit,
    deepRoots,
    isVisible,
    onUndo,
    ownAttribute,
    ownBox,
    ownElements,
    ownOf,
    ownParent,
    ownShadow,
  },
  closedParts,
  documentHtml,
  imageAddress,
  openElement,
  pageButtons,
  codeBlocks,
  pageHead,
  pageMath,
  pageMedia,
  pageNodes,
  pageTags,
  pageText,
  readElements,
  streamedParts,
  structure,
  uncover,
  visibleHtml,
);
