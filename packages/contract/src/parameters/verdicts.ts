import * as z from 'zod/mini';
import { declareIn } from './declare.ts';

const { oneOrMore } = declareIn('metadata');

export const verdictParameters = {
  fail_on: z.optional(
    oneOrMore(['blank', 'blocked', 'http_error', 'broken_images', 'missing_glyphs'], {
      description: 'Verdicts of the receipt that make the render fail; one or several.',
    }),
  ),
};
