import * as z from 'zod/mini';
import { declareIn } from '../declare.ts';

const { choice, flag } = declareIn('pdf');

const paperFormats = [
  'letter',
  'legal',
  'tabloid',
  'ledger',
  'a0',
  'a1',
  'a2',
  'a3',
  'a4',
  'a5',
  'a6',
] as const;

export const pdfParameters = {
  pdf_paper_format: z._default(
    choice(paperFormats, { description: 'Size of the paper.' }),
    'letter',
  ),
  pdf_landscape: z._default(flag({ description: 'Landscape paper.' }), false),
  pdf_print_background: z._default(
    flag({ description: 'Print background colours and images.' }),
    false,
  ),
};
