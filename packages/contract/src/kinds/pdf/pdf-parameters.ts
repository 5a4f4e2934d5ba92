import * as z from 'zod/mini';
import type { OutputOf } from '../../parameters/page-parameters.ts';
import { clipParameters } from '../../parameters/clip.ts';
import { declareIn } from '../../parameters/declare.ts';
import { paperFormats, type PaperFormat } from './paper-formats.ts';

const { choice, number, off, optional } = declareIn('pdf');

const paperNames = Object.keys(paperFormats) as [PaperFormat, ...PaperFormat[]];

/** Headers and footers are repeated on each page, so they are short. */
const maxTemplateLength = 32_768;

const maxMarginInches = 20;

/** The largest page that Adobe's viewers show (PDF 32000-1, Annex C). */
const maxPaperInches = 200;

/** Chromium's own default: about one centimetre. */
export const defaultMarginPx = 38.4;

function margin(side: string) {
  return optional.length({
    description: `Blank border at the ${side} of each page; none with a clip.`,
    maxInches: maxMarginInches,
    default: '0.4in',
  });
}

function paperSide(side: string) {
  return optional.length({
    description: `${side} of the paper, instead of pdf_paper_format.`,
    minInches: 0.25,
    maxInches: maxPaperInches,
  });
}

export const pdfParameters = {
  pdf_paper_format: z.optional(
    choice(paperNames, { description: 'Size of the paper.', default: 'letter' }),
  ),
  pdf_paper_width: paperSide('Width'),
  pdf_paper_height: paperSide('Height'),
  pdf_prefer_css_page_size: optional.flag({
    description:
      "Let the document's own @page size count; true unless a paper or pdf_landscape is given.",
  }),
  pdf_landscape: off({ description: 'Landscape paper.' }),
  pdf_print_background: off({ description: 'Print background colours and images.' }),
  pdf_margin_top: margin('top'),
  pdf_margin_right: margin('right'),
  pdf_margin_bottom: margin('bottom'),
  pdf_margin_left: margin('left'),
  pdf_scale: z._default(
    number({ description: 'Size of what is on the paper.', min: 0.1, max: 2 }),
    1,
  ),
  pdf_page_ranges: optional.text({
    description: 'Pages to keep; all when not given.',
    expected: 'page numbers and ranges, for example 1-3, 5, 8-',
    max: 256,
  }),
  pdf_header_html: optional.text({
    description: 'HTML in the top margin of each page.',
    max: maxTemplateLength,
  }),
  pdf_footer_html: optional.text({
    description: 'HTML in the bottom margin of each page.',
    max: maxTemplateLength,
  }),
  pdf_single_page: off({
    description: 'One page, as tall as the document; the paper gives its width.',
  }),
  pdf_outline: off({ description: 'Bookmarks from the headings; implies pdf_tagged.' }),
  pdf_tagged: off({ description: 'Tag the structure of the document, for screen readers.' }),
  ...clipParameters,
};

/** Validated values; each may be absent. */
export type PdfValues = Partial<OutputOf<typeof pdfParameters>>;
