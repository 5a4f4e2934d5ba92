// Functions that run in pages, shared by both halves of a render and by other packages. They are not
// exported from the index because their types need those of the DOM.
export { isBlank, showsSomething, showsText } from './in-page/blank.ts';
export {
  deepElementLimit,
  deepFind,
  deepHas,
  deepHide,
  deepHideOnce,
  deepRoots,
} from './in-page/deep-query.ts';
export { framePath } from './in-page/frame-path.ts';
export {
  clickables,
  isClickable,
  matchesIn,
  matchLimit,
  plainText,
  textMatches,
  textOf,
  unreadElements,
} from './in-page/match-selector.ts';
export { documentElementAs, findScroller, leastScrollerShare } from './in-page/find-scroller.ts';
export {
  aroundElement,
  isVisible,
  maxAncestors,
  ownAttribute,
  ownBox,
  ownElements,
  ownMatches,
  ownOf,
  ownParent,
  ownShadow,
  scrollOwn,
  setOwn,
  topmostAt,
} from './in-page/own-nodes.ts';
export {
  isQuiet,
  nextChange,
  nextFrame,
  passFrames,
  scriptsWaitFor,
  twoFrames,
} from './in-page/page-waits.ts';
export {
  clipShare,
  cut,
  filterShare,
  hasText,
  isMorePainted,
  isReplaced,
  isTransparent,
  maskShare,
  paintedAreas,
  surroundOf,
  transformShare,
} from './in-page/painted.ts';
export { countErrors, keepError, readErrors } from './in-page/read-errors.ts';
export {
  bringIntoView,
  endTransitions,
  goBack,
  isReplacedBy,
  placeOf,
  rememberLooks,
  restoreLooks,
  restoreScrolled,
  setAttribute,
  showSkipped,
  staysInWindow,
  wasInView,
} from './in-page/reveal.ts';
export { forgetTrees, frameDocument, hostSelector, isInView, openTrees } from './in-page/trees.ts';
export {
  beginChanges,
  isUnchanged,
  onUndo,
  scrollBack,
  styleBefore,
  undoAnimation,
  undoChanges,
  undoScroll,
  undoStyle,
} from './in-page/undo.ts';
