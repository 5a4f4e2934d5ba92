import { archiveKind } from './archive/archive-kind.ts';
import type { KindDefinition } from './define-kind.ts';
import type { Kind } from './kind-info.ts';
import { createKindSet, type KindSet } from './kind-set.ts';
import { pdfKind } from './pdf/pdf-kind.ts';
import { scrapeKind } from './scrape/scrape-kind.ts';
import { screencastKind } from './screencast/screencast-kind.ts';
import { screenshotKind } from './screenshot/screenshot-kind.ts';

/** The kinds of `kindInfos` with their parameters: the compiler asks for each of them. */
const definitions = {
  screenshot: screenshotKind,
  screencast: screencastKind,
  pdf: pdfKind,
  scrape: scrapeKind,
  archive: archiveKind,
} satisfies { [K in Kind]: KindDefinition<K> };

/** The definitions of Tintype's own kinds, by name. */
export type BuiltInKinds = typeof definitions;

/** The kinds of Tintype's own. */
export const builtInKinds: KindSet = createKindSet(Object.values(definitions));
