import * as z from 'zod/mini';
import { declareIn } from '../../parameters/declare.ts';
import { formatsOf } from '../kind-info.ts';
import { archiveInfo } from './archive-info.ts';

const { choice } = declareIn('archive');

export const archiveParameters = {
  format: z._default(
    choice(formatsOf(archiveInfo), {
      description: 'Format of the archive: MHTML, which Chrome and Edge open.',
    }),
    'mhtml',
  ),
};
