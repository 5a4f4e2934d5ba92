import * as z from 'zod/mini';
import { declareIn } from '../../parameters/declare.ts';
import { formatsOf } from '../kind-info.ts';
import { archiveInfo } from './archive-info.ts';

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
