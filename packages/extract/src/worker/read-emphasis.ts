import { flanking } from './flanking.ts';

/** Stars that stand together, with the characters around them. */
export interface StarRun {
  before: string;
  after: string;
  count: number;
}

/** Two runs of which `used` stars each make emphasis. */
export interface ReadPair {
  open: number;
  close: number;
  used: 1 | 2;
}

interface Opener {
  run: number;
  left: number;
}

/** Reads runs of stars (CommonMark 0.31, appendix, "process emphasis"), in linear time. */
export function readEmphasis(runs: readonly StarRun[]): ReadPair[] {
  const pairs: ReadPair[] = [];
  const openers: Opener[] = [];
  const sides = runs.map(({ before, after }) => flanking(before, after));
  /** Below these openers there is none for a closer of the same kind. */
  const bottoms = new Map<string, number>();
  for (const [close, { count }] of runs.entries()) {
    const { left: opens = false, right: closes = false } = sides[close] ?? {};
    const kind = `${opens} ${count % 3}`;
    const fits = ({ run }: Opener) => {
      const other = runs[run]?.count ?? 0;
      const isBoth = opens || sides[run]?.right === true;
      return !isBoth || (other + count) % 3 !== 0 || (other % 3 === 0 && count % 3 === 0);
    };
    let left = count;
    while (closes && left > 0) {
      let at = openers.length - 1;
      const bottom = bottoms.get(kind) ?? 0;
      for (let opener = openers[at]; opener && at >= bottom && !fits(opener); opener = openers[at])
        at -= 1;
      const opener = openers[at];
      if (!opener || at < bottom) {
        bottoms.set(kind, openers.length);
        break;
      }
      const used = left >= 2 && opener.left >= 2 ? 2 : 1;
      pairs.push({ open: opener.run, close, used });
      left -= used;
      opener.left -= used;
      openers.length = opener.left === 0 ? at : at + 1;
      for (const [other, depth] of bottoms) bottoms.set(other, Math.min(depth, openers.length));
    }
    if (opens && left > 0) openers.push({ run: close, left });
  }
  return pairs;
}
