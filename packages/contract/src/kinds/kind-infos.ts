import { archiveInfo } from './archive/archive-info.ts';
import type { KindInfo } from './kind-info.ts';
import { pdfInfo } from './pdf/pdf-info.ts';
import { scrapeInfo } from './scrape/scrape-info.ts';
import { screencastInfo } from './screencast/screencast-info.ts';
import { screenshotInfo } from './screenshot/screenshot-info.ts';

/**
 * The kinds of Tintype's own, in the order of help and docs, without their parameters: for those
 * who have no room for these (clients in browsers) or no time (the command line).
 */
export const kindInfos = [
  screenshotInfo,
  screencastInfo,
  pdfInfo,
  scrapeInfo,
  archiveInfo,
] as const satisfies readonly KindInfo[];

/** A kind of Tintype's own. */
export type Kind = (typeof kindInfos)[number]['name'];

/** Any kind: one of Tintype's own, or of a plugin. */
export type KindName = Kind | (string & {});

/** The names of {@link kindInfos}. */
export const kinds: readonly Kind[] = kindInfos.map(({ name }) => name);
