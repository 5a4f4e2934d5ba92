import * as z from 'zod/mini';
import { verdictNames } from '../headers/verdicts-of.ts';
import { declareIn } from './declare.ts';

const { oneOrMore } = declareIn('metadata');

export const verdictParameters = {
  fail_on: z.optional(
    oneOrMore(verdictNames, {
      description: 'Verdicts of the receipt that make the render fail; one or several.',
    }),
  ),
};
