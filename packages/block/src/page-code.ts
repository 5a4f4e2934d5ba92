import { createPageCode } from '@tintype/core';
import {
  isVisible,
  ownAttribute,
  ownBox,
  ownElements,
  ownMatches,
  ownOf,
  ownShadow,
  setOwn,
  topmostAt,
} from '@tintype/core/in-page';
import * as clearBanners from './banner/in-page/clear-banners.ts';
import * as findBanners from './banner/in-page/find-banners.ts';
import * as readPage from './banner/in-page/read-page.ts';
import * as pageMarks from './lists/in-page/page-marks.ts';

/** Functions that run in pages. The build writes their texts here. */
export const pageCode = createPageCode(
  { isVisible, ownAttribute, ownBox, ownElements, ownMatches, ownOf, ownShadow, setOwn, topmostAt },
  clearBanners,
  findBanners,
  pageMarks,
  readPage,
);
