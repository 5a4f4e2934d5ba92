import type { BlockGroups } from './block-groups.ts';
import { describeGroups, groupNames } from './group-features.ts';
import { describeHeadings, headingNames } from './heading-features.ts';
import { groupsOf, nameGroups } from './name-groups.ts';
import { isBox, type Block, type Box, type PageBlocks } from './page-blocks.ts';
import { signalNames, type PageSignals } from './page-signals.ts';
import { describeTexts, endsSentence, textNames } from './text-features.ts';

const ownNames = [
  'P',
  'LI',
  'H1',
  'H2',
  'H3',
  'H4',
  'TD',
  'TH',
  'DT',
  'DD',
  'PRE',
  'FIGCAPTION',
  'BLOCKQUOTE',
  'SUMMARY',
  'A',
  'DIV',
  'SPAN',
  'LABEL',
];
const aroundNames = [
  'MAIN',
  'ARTICLE',
  'SECTION',
  'UL',
  'OL',
  'TABLE',
  'NAV',
  'HEADER',
  'FOOTER',
  'ASIDE',
  'FORM',
  'FIGURE',
  'DL',
  'A',
  'BLOCKQUOTE',
];
const levels = 7;
const steps = [-3, -2, -1, 1, 2, 3];

/** Names of the features of a block, in their order. */
export const featureNames: readonly string[] = [
  ...textNames,
  'position',
  'words before',
  'words after',
  'after first heading',
  'words since heading',
  'level of heading',
  'depth',
  'index in box',
  'blocks in box',
  ...ownNames.map((name) => `is ${name}`),
  ...aroundNames.flatMap((name) => [`in ${name}`, `share of ${name}`]),
  ...Array.from({ length: levels }, (_, level) => [
    `${level} share`,
    `${level} link density`,
    `${level} prose`,
    `${level} words per block`,
    `${level} alike`,
    `${level} place`,
  ]).flat(),
  ...steps.flatMap((step) => [
    `${step} words`,
    `${step} link density`,
    `${step} ends sentence`,
    `${step} same box`,
  ]),
  'words around',
  'link density around',
  ...nameGroups.flatMap(([name]) => [`near ${name}`, `share of named ${name}`]),
  'prose box distance',
  'prose box share',
  'in prose box',
  'heading box distance',
  'in heading box',
  'pinned',
  'closed',
  ...signalNames,
  ...groupNames,
  ...headingNames,
];

/** Writes a block's features into a row: all rows of a large page would fill the memory. */
export function describeBlocks(
  page: PageBlocks,
  signals: PageSignals,
  groups: readonly BlockGroups[],
): (index: number, row: Float32Array) => void {
  const context = contextOf(page);
  const texts = describeTexts(page, signals);
  const headings = describeHeadings(page);
  const ofGroups = describeGroups(page, groups, texts);
  const afterOwn = featureNames.length - groupNames.length - headingNames.length;
  return (index, row) => {
    const block = page.blocks[index];
    if (!block) return;
    row.set(texts.subarray(index * textNames.length, (index + 1) * textNames.length));
    describeBlock(row, block, page, signals, context);
    ofGroups(index, row, afterOwn);
    const width = headingNames.length;
    row.set(headings.subarray(index * width, (index + 1) * width), afterOwn + groupNames.length);
  };
}

interface Context {
  groups: Map<Box, readonly number[]>;
  alike: Map<Box, number>;
  before: number[];
  /** The position of each block in its box. */
  places: Map<Block, number>;
  proseBox: Box;
  headingBox: Box | undefined;
  firstHeading: number;
}

function contextOf(page: PageBlocks): Context {
  const groups = new Map<Box, readonly number[]>();
  const alike = new Map<Box, number>();
  const places = new Map<Block, number>();
  const visit = (box: Box) => {
    groups.set(box, groupsOf(box.element));
    const kinds = new Map<string, number>();
    for (const [place, part] of box.parts.entries()) if (!isBox(part)) places.set(part, place);
    const inner = box.parts.filter(isBox);
    for (const one of inner) kinds.set(kindOf(one), (kinds.get(kindOf(one)) ?? 0) + 1);
    for (const one of inner) {
      alike.set(one, kinds.get(kindOf(one)) ?? 1);
      visit(one);
    }
  };
  visit(page.root);
  const before: number[] = [];
  let sum = 0;
  for (const { words } of page.blocks) {
    before.push(sum);
    sum += words;
  }
  const heading = page.blocks.find(({ box }) => box.element.nodeName === 'H1');
  return {
    groups,
    alike,
    before,
    places,
    proseBox: proseBoxOf(page.root),
    headingBox: heading && headingBoxOf(heading.box),
    firstHeading: heading?.index ?? -1,
  };
}

/** Elements with the same names are of one kind. */
function kindOf({ element }: Box): string {
  return `${element.nodeName} ${(element.getAttribute('class') ?? '').split(/\s+/).slice(0, 2).join(' ')}`;
}

/** The smallest box that holds most of what reads as sentences. */
function proseBoxOf(root: Box): Box {
  let box = root;
  for (;;) {
    const inner = box.parts.find(
      (part): part is Box =>
        isBox(part) && part.proseWords > box.proseWords * 0.7 && part.proseWords > 0,
    );
    if (!inner) return box;
    box = inner;
  }
}

/** The smallest box around the first heading that holds much more than it. */
function headingBoxOf(heading: Box): Box {
  let box = heading;
  while (box.parent && box.words < heading.words + 60) box = box.parent;
  return box;
}

const log = Math.log1p;
const density = ({ words, linkWords }: { words: number; linkWords: number }) =>
  linkWords / (words + 0.5);

function describeBlock(
  row: Float32Array,
  block: Block,
  page: PageBlocks,
  signals: PageSignals,
  context: Context,
): void {
  let at = textNames.length;
  const put = (...values: number[]) => {
    for (const value of values) row[at++] = value;
  };
  const { words, box, index } = block;
  const total = page.root.words + 1;
  const chain = chainOf(box);
  let since = index;
  while (since > 0 && !isHeading(page.blocks[since]) && index - since < 200) since -= 1;
  const heading = page.blocks[since];
  const before = context.before[index] ?? 0;
  put(
    before / total,
    log(before),
    log(total - before - words),
    context.firstHeading < 0 ? -1 : index >= context.firstHeading ? 1 : 0,
    log(before - (context.before[since] ?? 0)),
    heading && isHeading(heading) ? Number(heading.box.element.nodeName[1]) : 0,
    box.depth,
    context.places.get(block) ?? 0,
    box.parts.length,
  );
  const [first] = block.nodes;
  for (const name of ownNames)
    put(
      box.element.nodeName === name || (block.nodes.length === 1 && first?.nodeName === name)
        ? 1
        : 0,
    );
  for (const name of aroundNames) {
    const found = chain.findIndex(({ element }) => element.nodeName === name);
    put(found < 0 ? -1 : found, found < 0 ? -1 : (chain[found]?.words ?? 0) / total);
  }
  for (let level = 0; level < levels; level += 1) {
    const around = chain[Math.min(level, chain.length - 1)] ?? box;
    put(
      around.words / total,
      density(around),
      around.proseWords / (around.words + 1),
      around.words / (around.end - around.first + 1),
      log(context.alike.get(around) ?? 1),
      (index - around.first) / (around.end - around.first),
    );
  }
  let aroundWords = 0;
  let aroundLinks = 0;
  for (const step of steps) {
    const near = page.blocks[index + step];
    put(
      near ? log(near.words) : -1,
      near ? density(near) : -1,
      near ? endsSentence(near.text) : -1,
      near ? (near.box.parent === box.parent ? 1 : 0) : -1,
    );
    aroundWords += near?.words ?? 0;
    aroundLinks += near?.linkWords ?? 0;
  }
  put(log(aroundWords), aroundLinks / (aroundWords + 1));
  const near = new Float32Array(nameGroups.length).fill(20);
  const shares = new Float32Array(nameGroups.length).fill(-1);
  for (let level = chain.length - 1; level >= 0; level -= 1) {
    const around = chain[level] ?? box;
    // Names of the whole page are those of its template.
    if (around.words > total * 0.95) continue;
    for (const group of context.groups.get(around) ?? []) {
      near[group] = level;
      if ((shares[group] ?? -1) < 0) shares[group] = around.words / total;
    }
  }
  for (let group = 0; group < nameGroups.length; group += 1)
    put(near[group] ?? 20, shares[group] ?? -1);
  const toProse = distance(chain, context.proseBox);
  const toHeading = context.headingBox ? distance(chain, context.headingBox) : -1;
  put(
    toProse,
    context.proseBox.words / total,
    toProse === 0 ? 1 : 0,
    toHeading,
    toHeading === 0 ? 1 : 0,
    chain.some(({ element }) => element.getAttribute('data-pinned') === 'fixed') ? 1 : 0,
    chain.findIndex(({ element }) => element.hasAttribute('data-closed')),
  );
  put(...signals.values);
}

/** A box and those around it, from the inside out. */
function chainOf(box: Box): Box[] {
  const chain: Box[] = [];
  for (let one: Box | undefined = box; one; one = one.parent) chain.push(one);
  return chain;
}

/** Number of levels from a box up to one that contains the other. */
function distance(chain: readonly Box[], other: Box): number {
  const around = chainOf(other);
  const found = chain.findIndex((box) => around[other.depth - box.depth] === box);
  if (found < 0) return 50;
  const meeting = chain[found];
  return meeting === other ? 0 : other.depth - (meeting?.depth ?? 0);
}

function isHeading(block: Block | undefined): boolean {
  return block !== undefined && /^H[1-6]$/.test(block.box.element.nodeName);
}
