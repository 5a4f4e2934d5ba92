import type { BlockGroups } from './block-groups.ts';
import { describeGroups, groupNames } from './group-features.ts';
import { describeHeadings, headingNames } from './heading-features.ts';
import { nameGroups } from './name-groups.ts';
import { isBox, type Block, type Box, type PageBlocks } from './page-blocks.ts';
import { signalNames, type PageSignals } from './page-signals.ts';
import { aroundNames, createSurroundings, type Surroundings } from './surroundings.ts';
import { describeTexts, textNames } from './text-features.ts';

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
const levels = 7;
const steps = [-3, -2, -1, 1, 2, 3];
const wordsAt = textNames.indexOf('words');
const densityAt = textNames.indexOf('link density');
const sentenceAt = textNames.indexOf('ends sentence');

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
  const around = createSurroundings(page);
  const texts = describeTexts(page, signals);
  const headings = describeHeadings(page);
  const ofGroups = describeGroups(page, groups, texts);
  const afterOwn = featureNames.length - groupNames.length - headingNames.length;
  return (index, row) => {
    const block = page.blocks[index];
    if (!block) return;
    row.set(texts.subarray(index * textNames.length, (index + 1) * textNames.length));
    describeBlock(row, block, page, context, around(block.box), texts);
    row.set(signals.values, afterOwn - signals.values.length);
    ofGroups(index, row, afterOwn);
    const width = headingNames.length;
    row.set(headings.subarray(index * width, (index + 1) * width), afterOwn + groupNames.length);
  };
}

interface Context {
  /** Number of boxes in the same box that are of the kind of one. */
  alike: Map<Box, number>;
  /** The words before each block. */
  before: number[];
  /** The position of each block in its box. */
  places: number[];
  /** The last heading before each block, but at most 200 blocks before it. */
  since: number[];
  firstHeading: number;
}

function contextOf({ root, blocks }: PageBlocks): Context {
  const alike = new Map<Box, number>();
  const places: number[] = [];
  const visit = (box: Box) => {
    for (const [place, part] of box.parts.entries()) if (!isBox(part)) places[part.index] = place;
    const inner = box.parts.filter(isBox);
    for (const same of Map.groupBy(inner, kindOf).values())
      for (const one of same) alike.set(one, same.length);
    for (const one of inner) visit(one);
  };
  visit(root);
  const before: number[] = [];
  const since: number[] = [];
  let sum = 0;
  let heading = 0;
  for (const block of blocks) {
    before.push(sum);
    sum += block.words;
    if (isHeading(block)) heading = block.index;
    since.push(Math.max(heading, block.index - 200));
  }
  const firstHeading = blocks.findIndex(({ box }) => box.element.nodeName === 'H1');
  return { alike, before, places, since, firstHeading };
}

/** Elements with the same names are of one kind. */
function kindOf({ element }: Box): string {
  return `${element.nodeName} ${(element.getAttribute('class') ?? '').split(/\s+/).slice(0, 2).join(' ')}`;
}

const log = Math.log1p;
const density = ({ words, linkWords }: { words: number; linkWords: number }) =>
  linkWords / (words + 0.5);

function describeBlock(
  row: Float32Array,
  { words, box, index, nodes }: Block,
  { blocks, root }: PageBlocks,
  context: Context,
  around: Surroundings,
  texts: Float32Array,
): void {
  let at = textNames.length;
  const total = root.words + 1;
  const since = context.since[index]!;
  const heading = blocks[since]!;
  const before = context.before[index]!;
  row[at++] = before / total;
  row[at++] = log(before);
  row[at++] = log(total - before - words);
  row[at++] = context.firstHeading < 0 ? -1 : index >= context.firstHeading ? 1 : 0;
  row[at++] = log(before - context.before[since]!);
  row[at++] = isHeading(heading) ? Number(heading.box.element.nodeName[1]) : 0;
  row[at++] = box.depth;
  row[at++] = context.places[index]!;
  row[at++] = box.parts.length;
  const { nodeName } = box.element;
  const only = nodes.length === 1 ? nodes[0]!.nodeName : nodeName;
  for (const name of ownNames) row[at++] = nodeName === name || only === name ? 1 : 0;
  row.set(around.elements, at);
  at += around.elements.length;
  let outer = box;
  for (let level = 0; level < levels; level += 1) {
    row[at++] = outer.words / total;
    row[at++] = density(outer);
    row[at++] = outer.proseWords / (outer.words + 1);
    row[at++] = outer.words / (outer.end - outer.first + 1);
    row[at++] = log(context.alike.get(outer) ?? 1);
    row[at++] = (index - outer.first) / (outer.end - outer.first);
    outer = outer.parent ?? outer;
  }
  let aroundWords = 0;
  let aroundLinks = 0;
  for (const step of steps) {
    const near = blocks[index + step];
    const text = (index + step) * textNames.length;
    row[at++] = near ? texts[text + wordsAt]! : -1;
    row[at++] = near ? texts[text + densityAt]! : -1;
    row[at++] = near ? texts[text + sentenceAt]! : -1;
    row[at++] = near ? (near.box.parent === box.parent ? 1 : 0) : -1;
    aroundWords += near?.words ?? 0;
    aroundLinks += near?.linkWords ?? 0;
  }
  row[at++] = log(aroundWords);
  row[at++] = aroundLinks / (aroundWords + 1);
  row.set(around.names, at);
}

function isHeading(block: Block | undefined): boolean {
  return block !== undefined && /^H[1-6]$/.test(block.box.element.nodeName);
}
