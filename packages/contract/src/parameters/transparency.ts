import { declareIn } from './declare.ts';

const { off } = declareIn('image');

/** Parameters of images and videos. */
export const transparencyParameters = {
  omit_background: off({
    description: 'Transparent where the page sets no background; for png, webp, gif, webm and mov.',
  }),
};
