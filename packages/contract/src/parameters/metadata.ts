import * as z from 'zod/mini';
import { verdictNames } from '../headers/receipt.ts';
import { declareIn } from './declare.ts';

const { flag } = declareIn('metadata');

export const metadataParameters = {
  metadata_icon: z._default(flag({ description: 'Report the address of the icon.' }), false),
  metadata_title: z._default(flag({ description: 'Report the title of the page.' }), false),
  metadata_fonts: z._default(flag({ description: 'Report the fonts that were used.' }), false),
  metadata_hash: z._default(flag({ description: 'Report the SHA-256 of the result.' }), false),
  metadata_status: z._default(flag({ description: 'Report the HTTP status of the page.' }), false),
  metadata_headers: z._default(
    // Recorded while the page loads.
    flag({ description: 'Report the response headers of the page.', half: 'load' }),
    false,
  ),
};

export const imageMetadataParameters = {
  metadata_image_size: z._default(flag({ description: 'Report the size of the image.' }), false),
};

const { oneOrMore } = declareIn('metadata');

export const verdictParameters = {
  fail_on: z.optional(
    oneOrMore(verdictNames, {
      description: 'Verdicts of the receipt that make the render fail; one or several.',
    }),
  ),
};
