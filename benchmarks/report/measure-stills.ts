import type { Contender } from '../contenders.ts';
import { median } from '../median.ts';
import { ownTimeMs, treeTimeMs } from '../process-time.ts';
import { differentShare } from './different-share.ts';
import type { Figures, StillFigures, SeveralFigures } from './report-data.ts';

/** Of the pixels: more is another image. */
const allowedShare = 0.005;

export function figures(values: readonly number[]): Figures {
  return { median: median(values), least: Math.min(...values), max: Math.max(...values) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export interface StillPage {
  name: string;
  url: string;
  image: Uint8Array;
}

/** A page, taken once in each round. */
interface Timed {
  ms: number[];
  cpuMs: number[];
  share: number;
}

type Taken = ReadonlyMap<string, Timed>;

/**
 * One page after the other without a pause, the contenders in turn; the processor's time is taken
 * of a second turn, with a rest after each page. The first round is not timed: its images are
 * compared with the final ones, and a contender is timed on the pages alone of which it and the
 * floor, which is the first contender, give that image.
 */
export async function measureStills(
  contenders: readonly Contender[],
  pages: readonly StillPage[],
  rounds: number,
): Promise<StillFigures[]> {
  const taken = new Map<Contender, Taken>();
  for (const contender of contenders) {
    const shares = new Map<string, Timed>();
    for (const { name, url, image } of pages) {
      const share = await differentShare(image, await contender.shoot(url));
      shares.set(name, { ms: [], cpuMs: [], share });
    }
    taken.set(contender, shares);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [contender, timed] of taken) {
      for (const { name, url } of pages) {
        const startedAt = performance.now();
        await contender.shoot(url);
        timed.get(name)!.ms.push(performance.now() - startedAt);
      }
      await rest();
      for (const { name, url } of pages) {
        const before = treeTimeMs(contender.pids()) + ownTimeMs();
        await contender.shoot(url);
        // A contender that closes pages in the background, or prepares the next one, does so now.
        await rest();
        timed.get(name)!.cpuMs.push(treeTimeMs(contender.pids()) + ownTimeMs() - before);
      }
    }
  }
  const floor = taken.get(contenders[0]!)!;
  return [...taken].map(([contender, own]) => told(contender, own, { floor, rounds }));
}

/** Background work after a render belongs to its contender, not to the next. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 300));

const isRight = ({ share }: { share: number }) => share <= allowedShare;

function told(
  { name, pids }: Contender,
  own: Taken,
  { floor, rounds }: { floor: Taken; rounds: number },
): StillFigures {
  const [all, right] = [[...own], [...own].filter(([, page]) => isRight(page))];
  const both = right.filter(([page]) => isRight(floor.get(page)!)).map(([page]) => page);
  const ofRounds = (taken: Taken, what: 'ms' | 'cpuMs') =>
    Array.from({ length: rounds }, (_, round) =>
      sum(both.map((page) => taken.get(page)![what][round]!)),
    );
  const perPage = (what: 'ms' | 'cpuMs') =>
    figures(ofRounds(own, what).map((all) => all / both.length));
  const toFloor = (what: 'ms' | 'cpuMs') => {
    const floors = ofRounds(floor, what);
    return figures(ofRounds(own, what).map((all, round) => all / floors[round]!));
  };
  return {
    name,
    right: right.length,
    pages: all.length,
    different: all
      .filter(([, page]) => !isRight(page))
      .map(([page, { share }]) => ({ page, share: Math.round(share * 1000) / 1000 })),
    compared: both.length,
    ms: perPage('ms'),
    toFloor: toFloor('ms'),
    ...(pids().length > 0 && { cpuMs: perPage('cpuMs'), cpuToFloor: toFloor('cpuMs') }),
  };
}

/** Concurrent renders, on pages for which all produce the same image. */
export async function measureSeveral(
  contenders: readonly Contender[],
  urls: readonly string[],
  { rounds, atOnce }: { rounds: number; atOnce: number },
): Promise<SeveralFigures[]> {
  const walls = new Map(contenders.map((contender) => [contender, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [contender, list] of walls) {
      const queue = [...urls];
      const startedAt = performance.now();
      const work = async () => {
        for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
          await contender.shoot(url);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      // The first round warms up.
      if (round > 0) list.push((performance.now() - startedAt) / 1000);
      await rest();
    }
  }
  const floor = walls.get(contenders[0]!)!;
  return [...walls].map(([{ name }, list]) => ({
    name,
    perSecond: figures(list.map((wall) => urls.length / wall)),
    toFloor: figures(list.map((wall, round) => floor[round]! / wall)),
  }));
}
