import { stillParameters } from '../../parameters/appearance.ts';
import { fillClip } from '../../parameters/clip.ts';
import { clipHasSize } from '../../rules/page-rules.ts';
import { defineKind } from '../define-kind.ts';
import { pageRanges, writePageRanges } from './page-ranges.ts';
import { pdfInfo } from '../kind-info.ts';
import { pdfParameters } from './pdf-parameters.ts';
import { pdfRules } from './pdf-rules.ts';

export const pdfKind = defineKind({
  ...pdfInfo,
  parameters: pdfParameters,
  furtherParameters: stillParameters,
  rules: [clipHasSize, ...pdfRules],
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
