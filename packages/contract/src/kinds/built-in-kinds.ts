import { archiveKind } from './archive/archive-kind.ts';
import type { KindDefinition } from './define-kind.ts';
import type { Kind } from './kind-info.ts';
import { createKindSet, type KindSet } from './kind-set.ts';
import { pdfKind } from './pdf/pdf-kind.ts';
import { scrapeKind } from './scrape/scrape-kind.ts';
import { screencastKind } from './screencast/screencast-kind.ts';
import { screenshotKind } from './screenshot/screenshot-kind.ts';

/** Kinds of `kindInfos` with their parameters; the compiler reports a missing one. */
const definitions = {
  screenshot: screenshotKind,
  screencast: screencastKind,
  pdf: pdfKind,
  scrape: scrapeKind,
  archive: archiveKind,
} satisfies { [K in Kind]: KindDefinition<K> };

export type BuiltInKinds = typeof definitions;

export const builtInKinds: KindSet = createKindSet(Object.values(definitions));
