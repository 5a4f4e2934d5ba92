import { describeValue } from '../../read/wrong-value.ts';
import { pageRanges, writePageRanges } from './page-ranges.ts';
import { paperSize } from './paper-formats.ts';
import { defaultMarginPx, type PdfValues, pdfParameters } from './pdf-parameters.ts';
import { type Finding, rule, type Rule } from '../../rules/rule.ts';
import { stillParameters } from '../../parameters/appearance.ts';
import { fillClip } from '../../parameters/clip.ts';
import { clipHasSize, marksAreWritten } from '../../rules/page-rules.ts';
import { defineKind } from '../define-kind.ts';
import { pdfInfo } from '../kind-info.ts';

/** Minimum space between margins: less has no room for text. */
const leastRoomPx = 24;

const pdfRules: readonly Rule<PdfValues>[] = [
  rule('pages_are_ranges', 'pdf_page_ranges', ({ pdf_page_ranges: text }) => {
    const ranges = text === undefined ? [] : pageRanges(text);
    if (typeof ranges !== 'string') return undefined;
    return `pdf_page_ranges must be page numbers and ranges, for example 1-3, 5, 8-; got ${describeValue(text)}, of which ${ranges}.`;
  }),
  /** A clip becomes one page of its size, without margins. */
  rule('area_is_one_page', 'clip_width', (values) => {
    if (values.clip_width === undefined) return undefined;
    const given = onPages(values);
    if (values.pdf_single_page) given.push('pdf_single_page');
    if (values.pdf_prefer_css_page_size) given.push('pdf_prefer_css_page_size');
    return given.length === 0
      ? undefined
      : `A clip makes a PDF of one page of exactly its size: leave out ${given.join(' and ')}.`;
  }),
  /** A single page has no page ranges. */
  rule('single_page_stands_alone', 'pdf_single_page', ({ pdf_single_page, pdf_page_ranges }) =>
    pdf_single_page && pdf_page_ranges !== undefined
      ? 'pdf_single_page and pdf_page_ranges cannot be given together: leave one of them out.'
      : undefined,
  ),
  /** The width of a single page is that of the paper, and its height that of the document. */
  rule(
    'single_page_has_its_size',
    'pdf_prefer_css_page_size',
    ({ pdf_single_page, pdf_prefer_css_page_size }) =>
      pdf_single_page && pdf_prefer_css_page_size
        ? 'pdf_single_page and pdf_prefer_css_page_size cannot be given together: leave one of them out.'
        : undefined,
  ),
  /** Paper needs width and height; a single page has the height of its document. */
  rule('paper_has_two_sides', ['pdf_paper_width', 'pdf_paper_height'], (values) => {
    const { pdf_paper_width: width, pdf_paper_height: height, pdf_single_page } = values;
    if (pdf_single_page) {
      return height === undefined
        ? undefined
        : {
            parameter: 'pdf_paper_height',
            message:
              'pdf_single_page makes a page as tall as the document: leave out pdf_paper_height.',
          };
    }
    if ((width === undefined) === (height === undefined)) return undefined;
    const given = width === undefined ? 'pdf_paper_height' : 'pdf_paper_width';
    return `pdf_paper_width and pdf_paper_height must be given together; got only ${given}.`;
  }),
  /** Something has to fit between the margins. */
  rule(
    'margins_leave_room',
    ['pdf_margin_left', 'pdf_margin_right', 'pdf_margin_top', 'pdf_margin_bottom'],
    (values) => {
      // The document's own paper size is known only when it is printed.
      if (values.pdf_prefer_css_page_size) return undefined;
      const { pdf_margin_left: left, pdf_margin_right: right } = values;
      const { pdf_margin_top: top, pdf_margin_bottom: bottom } = values;
      const { width, height } = paperSize(values);
      const isTooMuch = (side: number, first = defaultMarginPx, second = defaultMarginPx) =>
        side * 96 - first - second < leastRoomPx;
      const paper = paperName(values);
      if (isTooMuch(width, left, right)) {
        return noRoom(
          ['pdf_margin_left', 'pdf_margin_right'],
          `${paper}, which is ${shown(width)} wide`,
        );
      }
      if (!values.pdf_single_page && isTooMuch(height, top, bottom)) {
        return noRoom(
          ['pdf_margin_top', 'pdf_margin_bottom'],
          `${paper}, which is ${shown(height)} high`,
        );
      }
      return undefined;
    },
  ),
];

function noRoom(parameter: readonly [string, string], paper: string): Finding {
  return { parameter, message: `${parameter.join(' and ')} leave no room on ${paper}.` };
}

function onPages(values: PdfValues): string[] {
  const names = [
    'pdf_paper_width',
    'pdf_paper_height',
    'pdf_margin_top',
    'pdf_margin_right',
    'pdf_margin_bottom',
    'pdf_margin_left',
    'pdf_page_ranges',
    'pdf_header_html',
    'pdf_footer_html',
  ] as const;
  return names.filter((name) => values[name] !== undefined);
}

function paperName(values: PdfValues): string {
  const { pdf_paper_format: format = 'letter', pdf_landscape: landscape } = values;
  if (values.pdf_paper_width !== undefined) return 'the given paper';
  return `${landscape ? 'landscape ' : ''}${format}`;
}

function shown(inches: number): string {
  return `${Number(inches.toFixed(2))}in`;
}

export const pdfKind = defineKind({
  ...pdfInfo,
  parameters: pdfParameters,
  furtherParameters: stillParameters,
  rules: [clipHasSize, ...marksAreWritten, ...pdfRules],
  needs({ clip_width: clipWidth, capture_beyond_viewport: beyond }) {
    const wholePage = clipWidth === undefined || beyond;
    return { medium: 'paper', wholePage, reveal: wholePage, unfold: clipWidth === undefined };
  },
  normalise(values) {
    fillClip(values);
    if (values.pdf_page_ranges === undefined) return;
    const ranges = pageRanges(values.pdf_page_ranges);
    if (typeof ranges !== 'string') values.pdf_page_ranges = writePageRanges(ranges);
  },
});
