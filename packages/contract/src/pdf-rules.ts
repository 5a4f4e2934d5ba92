import { describeValue } from './describe-value.ts';
import { pageRanges } from './page-ranges.ts';
import { paperSize } from './paper-formats.ts';
import { defaultMarginPx } from './parameters/pdf.ts';
import type { Rule, RuleValues } from './rule.ts';

/** Less than this between the margins holds no text. */
const leastRoomPx = 24;

/** Ranges can be read, and none goes backwards. */
export const pagesAreRanges: Rule = {
  id: 'pages_are_ranges',
  parameter: 'pdf_page_ranges',
  check({ pdf_page_ranges: text }) {
    const ranges = text === undefined ? [] : pageRanges(text);
    if (typeof ranges !== 'string') return undefined;
    return `pdf_page_ranges must be page numbers and ranges, for example 1-3, 5, 8-; got ${describeValue(text)}, of which ${ranges}.`;
  },
};

/** A clip becomes a page of exactly its size: there is nothing to paginate and no margin to write in. */
export const areaIsOnePage: Rule = {
  id: 'area_is_one_page',
  parameter: 'clip_width',
  check(values, kind) {
    if (kind !== 'pdf' || values.clip_width === undefined) return undefined;
    const given = onPages(values);
    if (values.pdf_single_page) given.push('pdf_single_page');
    return given.length === 0
      ? undefined
      : `A clip makes a PDF of one page of exactly its size: leave out ${given.join(' and ')}.`;
  },
};

/** There is but one page. */
export const singlePageStandsAlone: Rule = {
  id: 'single_page_stands_alone',
  parameter: 'pdf_single_page',
  check: ({ pdf_single_page, pdf_page_ranges }) =>
    pdf_single_page && pdf_page_ranges !== undefined
      ? 'pdf_single_page and pdf_page_ranges cannot be given together: leave one of them out.'
      : undefined,
};

/** Something has to fit between the margins. */
export const marginsLeaveRoom: Rule = {
  id: 'margins_leave_room',
  parameter: 'pdf_margin_left',
  check(values, kind) {
    if (kind !== 'pdf') return undefined;
    const { pdf_paper_format: format = 'letter', pdf_landscape: landscape = false } = values;
    const { pdf_margin_left: left, pdf_margin_right: right } = values;
    const { pdf_margin_top: top, pdf_margin_bottom: bottom } = values;
    const { width, height } = paperSize(format, landscape);
    const isTooMuch = (side: number, first = defaultMarginPx, second = defaultMarginPx) =>
      side * 96 - first - second < leastRoomPx;
    const paper = `${landscape ? 'landscape ' : ''}${format}`;
    if (isTooMuch(width, left, right)) {
      return `pdf_margin_left and pdf_margin_right leave no room on ${paper}, which is ${shown(width)} wide.`;
    }
    if (!values.pdf_single_page && isTooMuch(height, top, bottom)) {
      return `pdf_margin_top and pdf_margin_bottom leave no room on ${paper}, which is ${shown(height)} high.`;
    }
    return undefined;
  },
};

function onPages(values: RuleValues): string[] {
  const names = [
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

function shown(inches: number): string {
  return `${Number(inches.toFixed(2))}in`;
}
