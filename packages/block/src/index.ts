export { knownLists, type KnownList } from './lists/known-lists.ts';
export type { BannerOutcome, Blocking } from './blocking.ts';
export { createBlock, type BlockOptions } from './create-block.ts';
