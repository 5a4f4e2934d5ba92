import { groupsOf, nameGroups } from './name-groups.ts';
import { isBox, type Box, type PageBlocks } from './page-blocks.ts';

/** Elements whose distance from a block is a feature. */
export const aroundNames: readonly string[] = [
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

/** Features that all blocks of a box share, by the names of the elements around them. */
export interface Surroundings {
  /** Per element of `aroundNames` the levels up to it, and its share of the words; -1 for none. */
  readonly elements: Float32Array;
  /** Per group of names the same, with 20 levels for none; then distances to boxes. */
  readonly names: Float32Array;
}

const distances = 7;

const outside: Surroundings = {
  elements: new Float32Array(aroundNames.length * 2).fill(-1),
  names: Float32Array.from([...nameGroups.flatMap(() => [20, -1]), -1, 0, 0, -1, 0, 0, -1]),
};

/**
 * Creates a function that reads the surroundings of a box. They are those of the box around it with
 * a few changes, and are overwritten by the next box of its depth: blocks come in order.
 */
export function createSurroundings({ root, blocks }: PageBlocks): (box: Box) => Surroundings {
  const total = root.words + 1;
  const proseBox = proseBoxOf(root);
  const heading = blocks.find(({ box }) => box.element.nodeName === 'H1');
  const toProse = levelsTo(proseBox);
  const toHeading = heading ? levelsTo(headingBoxOf(heading.box)) : new Map<Box, number>();
  const known = new Map<string, readonly number[]>();
  const path: (Surroundings & { box: Box | undefined })[] = [];
  return function around(box) {
    const own = (path[box.depth] ??= {
      box: undefined,
      elements: new Float32Array(outside.elements),
      names: new Float32Array(outside.names),
    });
    if (own.box === box) return own;
    own.box = box;
    const outer = box.parent ? around(box.parent) : outside;
    const { elements, names } = own;
    let at = names.length - distances;
    copyFarther(outer.elements, elements, elements.length);
    copyFarther(outer.names, names, at);
    const { element } = box;
    const share = box.words / total;
    const place = aroundNames.indexOf(element.nodeName);
    if (place >= 0) elements.set([0, share], place * 2);
    // Names of the whole page are those of its template.
    if (box.words <= total * 0.95) {
      for (const group of groupsOf(element, known)) {
        names[group * 2] = 0;
        if (names[group * 2 + 1]! < 0) names[group * 2 + 1] = share;
      }
    }
    const levelsToProse = toProse.get(box) ?? names[at]!;
    names[at++] = levelsToProse;
    names[at++] = proseBox.words / total;
    names[at++] = levelsToProse === 0 ? 1 : 0;
    const levelsToHeading = toHeading.get(box) ?? names[at]!;
    names[at++] = levelsToHeading;
    names[at++] = levelsToHeading === 0 ? 1 : 0;
    if (element.getAttribute('data-pinned') === 'fixed') names[at] = 1;
    at += 1;
    if (element.hasAttribute('data-closed')) names[at] = 0;
    else if (names[at]! >= 0) names[at]! += 1;
    return own;
  };
}

/** Copies levels and shares of what is found, and all that follows them. */
function copyFarther(outer: Float32Array, inner: Float32Array, end: number): void {
  inner.set(outer);
  for (let at = 0; at < end; at += 2) if (inner[at + 1]! >= 0) inner[at]! += 1;
}

/** The levels up to a box, from each box around it. */
function levelsTo(inner: Box): Map<Box, number> {
  const levels = new Map<Box, number>();
  for (let box: Box | undefined = inner; box; box = box.parent)
    levels.set(box, inner.depth - box.depth);
  return levels;
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
