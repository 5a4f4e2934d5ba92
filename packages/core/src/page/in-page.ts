// Functions that run in pages, for those of other packages. Apart from the index: their types need
// those of the DOM.
export { deepElementLimit, deepRoots } from './in-page/deep-query.ts';
export { documentElementAs, findScroller, leastScrollerShare } from './in-page/find-scroller.ts';
export {
  isVisible,
  ownAttribute,
  ownBox,
  ownElements,
  ownMatches,
  ownOf,
  ownShadow,
  scrollOwn,
  setOwn,
} from './in-page/own-nodes.ts';
export { onUndo, styleBefore, undoScroll, undoStyle } from './in-page/undo.ts';
