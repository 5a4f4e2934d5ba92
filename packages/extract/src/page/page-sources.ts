import { documentParts, readDocument } from './document-html.ts';
import { pageSource } from './in-page.ts';
import { readVisible, visibleParts } from './visible-html.ts';

// The build puts the texts in the place of this code: bundlers rename and wrap functions, and what they then call is not in the page.

/** See `readDocument`. */
export const readDocumentSource: string = pageSource(readDocument, documentParts);
/** See `readVisible`. */
export const readVisibleSource: string = pageSource(readVisible, visibleParts);
