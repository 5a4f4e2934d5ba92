import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSaved, type SavedPage } from '../../../benchmarks/saved-pages.ts';
import { describeBlocks } from '../src/worker/main-content/block-features.ts';
import { groupBlocks, type BlockGroups } from '../src/worker/main-content/block-groups.ts';
import { readTokens, type BlockTokens } from '../src/worker/main-content/block-tokens.ts';
import { firstWidth } from '../src/worker/main-content/score-blocks.ts';
import {
  isBox,
  readBlocks,
  type Box,
  type PageBlocks,
} from '../src/worker/main-content/page-blocks.ts';
import { readSignals, type PageSignals } from '../src/worker/main-content/page-signals.ts';
import { parsePage } from '../src/worker/parse-page.ts';
import type { VisiblePage } from '../src/in-page/visible-types.ts';
import { labelBlocks } from './label-blocks.ts';

/** A saved page, as the browser showed it and as the model sees it. */
export interface Example extends Pick<SavedPage, 'id' | 'type' | 'url' | 'wanted'> {
  title: string;
  isArticle: PageSignals['isArticle'];
  page: PageBlocks;
  groups: readonly BlockGroups[];
  tokens: readonly BlockTokens[];
  /** For the first judgement; what tokens tell is not written yet. */
  rows: Float32Array[];
  labels: number[];
}

/** Reads what `read-pages.ts` wrote of a page. */
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
  leaveDocument(page.root);
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
 * Of a page that has been described, only the names of its elements are still asked for: documents
 * of all pages would fill the memory.
 */
function leaveDocument(box: Box): void {
  const named = ({ nodeName }: Node) => ({ nodeName }) as Element;
  Object.assign(box, { element: named(box.element) });
  for (const part of box.parts) {
    if (isBox(part)) leaveDocument(part);
    else Object.assign(part, { nodes: part.nodes.slice(0, 1).map(named) });
  }
}
