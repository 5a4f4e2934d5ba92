import type { Kind } from '@tintype/contract';
import type { Capture } from '../types.ts';
import { archiveCapture } from './archive/archive.ts';
import { createPdfCapture } from './pdf/pdf.ts';
import { createScreenshotCapture } from './screenshot/screenshot.ts';

/** The captures that need no plugin, by the name of their kind. */
export const builtInCaptures: Readonly<Partial<Record<Kind, Capture<never>>>> = {
  screenshot: createScreenshotCapture(),
  pdf: createPdfCapture(),
  archive: archiveCapture,
};
