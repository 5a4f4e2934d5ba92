import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSaved, type SavedPage } from '../../benchmarks/saved-pages.ts';
import { describeBlocks } from '../../packages/extract/src/worker/main-content/block-features.ts';
import {
  groupBlocks,
  type BlockGroups,
} from '../../packages/extract/src/worker/main-content/block-groups.ts';
import {
  readTokens,
  type BlockTokens,
} from '../../packages/extract/src/worker/main-content/block-tokens.ts';
import { firstWidth } from '../../packages/extract/src/worker/main-content/score-blocks.ts';
import {
  isBox,
  readBlocks,
  type Box,
  type PageBlocks,
} from '../../packages/extract/src/worker/main-content/page-blocks.ts';
import {
  readSignals,
  type PageSignals,
} from '../../packages/extract/src/worker/main-content/page-signals.ts';
import { parsePage } from '../../packages/extract/src/worker/parse-page.ts';
import type { VisiblePage } from '../../packages/extract/src/in-page/visible-types.ts';
import { labelBlocks } from './label-blocks.ts';

/** A saved page, as rendered by the browser and as described to the model. */
export interface Example extends Pick<SavedPage, 'id' | 'type' | 'url' | 'wanted'> {
  title: string;
  isArticle: PageSignals['isArticle'];
  page: PageBlocks;
  groups: readonly BlockGroups[];
  tokens: readonly BlockTokens[];
  /** Features for the first score; the log odds of tokens are still missing. */
  rows: Float32Array[];
  labels: number[];
}

/** Reads a page written by `read-pages.ts`. */
export function readExample(corpus: string, pages: string, id: string): Example | undefined {
  const saved = readSaved(corpus, id);
  if (!saved) return undefined;
  const source = JSON.parse(readFileSync(join(pages, `${id}.json`), 'utf8')) as VisiblePage;
  const { body } = parsePage(source);
  const page = readBlocks(body);
  const groups = groupBlocks(page);
  const signals = readSignals(page, body, source);
  const describe = describeBlocks(page, signals, groups);
  const rows = page.blocks.map(({ index }) => {
    const row = new Float32Array(firstWidth);
    describe(index, row);
    return row;
  });
  const tokensOf = readTokens(page);
  const texts = page.blocks.map(({ text }) => text);
  const { type, url, wanted } = saved;
  const tokens = page.blocks.map(({ index }) => tokensOf(index));
  releaseDocument(page.root);
  return {
    id,
    type,
    url,
    wanted,
    title: source.title,
    isArticle: signals.isArticle,
    page,
    groups,
    tokens,
    rows,
    labels: labelBlocks(texts, wanted),
  };
}

/**
 * Replaces the elements of a described page by their names, the only part that is still used: the
 * documents of all pages would fill the memory.
 */
function releaseDocument(box: Box): void {
  const named = ({ nodeName }: Node) => ({ nodeName }) as Element;
  Object.assign(box, { element: named(box.element) });
  for (const part of box.parts) {
    if (isBox(part)) releaseDocument(part);
    else Object.assign(part, { nodes: part.nodes.slice(0, 1).map(named) });
  }
}
