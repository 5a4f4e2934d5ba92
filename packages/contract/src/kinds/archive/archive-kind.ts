import * as z from 'zod/mini';
import { declareIn } from '../../parameters/declare.ts';
import { defineKind } from '../define-kind.ts';
import { formatsOf, archiveInfo } from '../kind-info.ts';

const { choice } = declareIn('archive');

export const archiveParameters = {
  format: z._default(
    choice(formatsOf(archiveInfo), {
      description:
        'Format: MHTML shows the page as it is, HAR and WACZ hold all requests and answers of its load.',
    }),
    'mhtml',
  ),
};

export const archiveKind = defineKind({
  ...archiveInfo,
  parameters: archiveParameters,
  // A reader of the file scrolls through it.
  needs: ({ format }) => ({ wholePage: true, reveal: true, traffic: format !== 'mhtml' }),
});
