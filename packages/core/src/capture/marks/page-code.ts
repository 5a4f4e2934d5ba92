import { createPageCode } from '../../page/create-page-code.ts';
import { pageCode as shared } from '../../page/page-code.ts';
import * as blurElements from './in-page/blur-elements.ts';
import * as highlightElements from './in-page/highlight-elements.ts';
import * as markWorld from './in-page/mark-world.ts';
import * as maskElements from './in-page/mask-elements.ts';
import * as visibleBoxes from './in-page/visible-boxes.ts';

export const pageCode = createPageCode(
  shared,
  blurElements,
  highlightElements,
  markWorld,
  maskElements,
  visibleBoxes,
);
