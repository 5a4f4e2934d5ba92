import * as z from 'zod/mini';
import { verdictNames } from '../headers/receipt.ts';
import { declareIn } from './declare.ts';

const { off, oneOrMore } = declareIn('metadata');

export const metadataParameters = {
  metadata_icon: off({ description: 'Report the address of the icon.' }),
  metadata_title: off({ description: 'Report the title of the page.' }),
  metadata_fonts: off({ description: 'Report the fonts that were used.' }),
  metadata_hash: off({ description: 'Report the SHA-256 of the result.' }),
  metadata_status: off({ description: 'Report the HTTP status of the page.' }),
  // Recorded while the page loads.
  metadata_headers: off({ description: 'Report the response headers of the page.', half: 'load' }),
};

export const imageMetadataParameters = {
  metadata_image_size: off({ description: 'Report the size of the image.' }),
};

export const verdictParameters = {
  fail_on: z.optional(
    oneOrMore(verdictNames, {
      description: 'Verdicts of the receipt that make the render fail; one or several.',
    }),
  ),
};
