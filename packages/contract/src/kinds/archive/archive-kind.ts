import * as z from 'zod/mini';
import { declareIn } from '../../parameters/declare.ts';
import { defineKind } from '../define-kind.ts';
import { formatsOf, archiveInfo } from '../kind-info.ts';

const { choice } = declareIn('archive');

export const archiveParameters = {
  format: z._default(
    choice(formatsOf(archiveInfo), {
      description:
        'Format: MHTML contains the page as it is, HAR and WACZ contain all requests and responses of its load.',
    }),
    'mhtml',
  ),
};

export const archiveKind = defineKind({
  ...archiveInfo,
  parameters: archiveParameters,
  // Readers of the file scroll through it.
  needs: ({ format }) => ({ wholePage: true, reveal: true, traffic: format !== 'mhtml' }),
});
