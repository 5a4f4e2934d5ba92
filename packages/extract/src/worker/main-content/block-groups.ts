import type { Box, PageBlocks } from './page-blocks.ts';

/** Blocks in boxes of the same names, such as titles of entries, by number of group. */
export interface BlockGroups {
  readonly of: Int32Array;
  readonly count: number;
}

/** Groups the blocks three times: by near ancestors, by farther ones, by elements alone. */
export function groupBlocks({ blocks }: PageBlocks): readonly BlockGroups[] {
  const names = new Map<Box, string>();
  const nameOf = (box: Box) => {
    const known = names.get(box) ?? nameOfBox(box);
    names.set(box, known);
    return known;
  };
  const kinds: readonly ((chain: readonly Box[]) => string)[] = [
    (chain) => chain.slice(0, 2).map(nameOf).join('/'),
    (chain) => chain.slice(0, 4).map(nameOf).join('/'),
    (chain) => chain.map(({ element }) => element.nodeName).join('/'),
  ];
  return kinds.map((keyOf) => {
    const numbers = new Map<string, number>();
    const of = new Int32Array(blocks.length);
    let last: Box | undefined;
    let number = 0;
    for (const { box, index } of blocks) {
      if (box !== last) {
        const key = keyOf(innermost(box, 5));
        number = numbers.get(key) ?? numbers.size;
        numbers.set(key, number);
        last = box;
      }
      of[index] = number;
    }
    return { of, count: numbers.size };
  });
}

function innermost(box: Box, max: number): Box[] {
  const chain: Box[] = [];
  for (let one: Box | undefined = box; one && chain.length < max; one = one.parent) chain.push(one);
  return chain;
}

/** Numbers in names count things that are alike. */
function nameOfBox({ element }: Box): string {
  const names = (element.getAttribute('class') ?? '').slice(0, 60).trim().split(/\s+/).slice(0, 2);
  return `${element.nodeName}.${names.join(' ').replace(/\d+/g, '#')}`;
}
