export { knownLists, type KnownList } from './lists/known-lists.ts';
export { createBlock, type BlockOptions } from './create-block.ts';
