import { isBox, type Block, type Box, type PageBlocks } from './page-blocks.ts';

/** Cost of a change between taken and left. Found by cross-validation. */
const changeCost = 1;

/** Rows and cells are parts of one thing. */
const costInTable = 5;

function changeCostIn({ element }: Box): number {
  return /^(TABLE|TBODY|THEAD|TFOOT|TR|DL)$/.test(element.nodeName) ? costInTable : changeCost;
}

/**
 * Returns which blocks are taken: the choice of the least cost, where leaving what is likely and
 * taking what is unlikely costs by its words, and each part that is treated otherwise than the box
 * around it costs as well.
 * @param bias - added to the log odds of all blocks
 */
export function chooseBlocks(page: PageBlocks, odds: ArrayLike<number>, bias: number): boolean[] {
  const costs = new Map<Box | Block, readonly [leave: number, take: number]>();
  const measure = (part: Box | Block): void => {
    if (isBox(part)) for (const one of part.parts) measure(one);
    costs.set(part, isBox(part) ? boxCosts(part, costs) : blockCosts(part, odds, bias));
  };
  measure(page.root);
  const taken = page.blocks.map(() => false);
  const settle = (part: Box | Block, isTaken: boolean): void => {
    if (!isBox(part)) {
      taken[part.index] = isTaken;
      return;
    }
    const change = changeCostIn(part);
    for (const one of part.parts) {
      const [leave, take] = costs.get(one) ?? [0, 0];
      const stays = isTaken ? take <= leave + change : leave <= take + change;
      settle(one, stays ? isTaken : !isTaken);
    }
  };
  const [leave, take] = costs.get(page.root) ?? [0, 0];
  settle(page.root, take < leave);
  fillGaps(page.root, taken);
  return taken;
}

/** A table or listing between parts that are taken belongs to them, however few words it has. */
function fillGaps(box: Box, taken: boolean[]): void {
  const isTaken = (part: Box | Block | undefined) =>
    part !== undefined && taken.slice(...rangeOf(part)).includes(true);
  for (const [index, part] of box.parts.entries()) {
    const name = isBox(part) ? part.element.nodeName : part.nodes[0]?.nodeName;
    if (/^(TABLE|PRE|FIGURE|DL)$/.test(name ?? '')) {
      const isBetween = isTaken(box.parts[index - 1]) && isTaken(box.parts[index + 1]);
      if (isBetween) taken.fill(true, ...rangeOf(part));
    } else if (isBox(part) && isTaken(part)) fillGaps(part, taken);
  }
}

function rangeOf(part: Box | Block): [first: number, end: number] {
  return isBox(part) ? [part.first, part.end] : [part.index, part.index + 1];
}

function blockCosts(
  { index, words }: Block,
  odds: ArrayLike<number>,
  bias: number,
): [number, number] {
  const value = Math.max(-6, Math.min(6, (odds[index] ?? 0) + bias));
  const weight = Math.sqrt(words + 0.3);
  return value > 0 ? [value * weight, 0] : [0, -value * weight];
}

function boxCosts(
  box: Box,
  costs: ReadonlyMap<Box | Block, readonly [number, number]>,
): [number, number] {
  let leave = 0;
  let take = 0;
  const change = changeCostIn(box);
  for (const one of box.parts) {
    const [left, taken] = costs.get(one) ?? [0, 0];
    leave += Math.min(left, taken + change);
    take += Math.min(taken, left + change);
  }
  return [leave, take];
}
