import { chooseContent } from './choose-content.ts';
import { scoreBlocks, type ContentModel } from './score-blocks.ts';
import { isBox, readBlocks, type Box, type PageBlocks } from './page-blocks.ts';
import { readSignals, type SignalSource } from './page-signals.ts';

/** Less than this share of the text of a page is not taken for its content: the whole page is. */
const leastShare = 0.01;

/** Reduces a page to its main content; returns false, without a change, if there is none. */
export function keepMainContent(body: Element, source: SignalSource, model: ContentModel): boolean {
  const page = readBlocks(body);
  const signals = readSignals(page, body, source);
  const odds = scoreBlocks(page, signals, model);
  const taken = chooseContent(page, odds, signals.isArticle);
  if (wordsTaken(page, taken) < Math.max(1, page.root.words * leastShare)) {
    // The remaining content is what the page shows.
    for (const part of body.querySelectorAll('[data-closed]')) part.remove();
    return false;
  }
  prune(page.root, taken);
  return true;
}

function wordsTaken({ blocks }: PageBlocks, taken: readonly boolean[]): number {
  return blocks.reduce((sum, { words, index }) => sum + (taken[index] ? words : 0), 0);
}

/** Removes what is not taken. */
export function prune(box: Box, taken: readonly boolean[]): void {
  // A row without one of its cells would be another row.
  if (box.element.nodeName === 'TR') return;
  const isWhole = isMarked(box, taken);
  for (const part of box.parts) {
    if (!isBox(part)) {
      if (!taken[part.index]) for (const node of part.nodes) node.parentNode?.removeChild(node);
    } else if (hasTaken(part, taken)) prune(part, taken);
    else if (part.end > part.first || !isWhole) part.element.remove();
  }
}

function hasTaken({ first, end }: Box, taken: readonly boolean[]): boolean {
  for (let index = first; index < end; index += 1) if (taken[index]) return true;
  return false;
}

/** Returns whether all of a box is included: lines between its parts stay. */
function isMarked({ first, end }: Box, taken: readonly boolean[]): boolean {
  for (let index = first; index < end; index += 1) if (!taken[index]) return false;
  return true;
}
