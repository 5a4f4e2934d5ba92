/** Parts without zod, for clients in browsers and for the start of the command line. */
export { retryableCodes } from './errors/retryable-codes.ts';
export {
  fileOf,
  isTextKind,
  kindInfos,
  kinds,
  type Kind,
  type KindInfo,
  type KindName,
} from './kinds/kind-info.ts';
export { longestRenderMs } from './kinds/screencast/longest-render.ts';
export { toQuery } from './project/to-query.ts';
export { nearest } from './read/nearest.ts';
export {
  comparedTypeOf,
  differencesTtlS,
  maxComparedBytes,
  maxComparedPixels,
  maxElementsBytes,
  maxIgnoredAreas,
  maxIgnoredPatterns,
  patternProblem,
  type ComparedType,
} from './values/compared-type.ts';
export { missingValue, unknownName, wrongValue } from './read/wrong-value.ts';
export {
  maxStateLength,
  storageState,
  type OriginState,
  type StateCookie,
  type StateDatabase,
  type StateRecord,
  type StateStore,
  type StorageState,
} from './values/storage-state.ts';
