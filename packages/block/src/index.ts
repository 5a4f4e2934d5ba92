export { createBlock, type BlockOptions } from './create-block.ts';
