import type { Contender } from '../contenders.ts';
import { median } from '../median.ts';
import { ownTimeMs, treeTimeMs } from '../process-time.ts';
import { differentShare } from './different-share.ts';
import type { Figures, StillFigures, SeveralFigures } from './report-data.ts';

/** Of the pixels: more is another image. */
const allowedShare = 0.005;

export function figures(values: readonly number[]): Figures {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** What a page is, and what it looks like at last. */
export interface StillPage {
  name: string;
  url: string;
  image: Uint8Array;
}

interface Taken {
  pages: Map<string, { ms: number[]; share: number }>;
  cpuMs: number[];
}

/**
 * One page after the other, the contenders in turn. The first round is not timed: its images are compared with the final ones, and a contender is timed on the
 * pages alone of which it and the floor, which is the first contender, give that image.
 */
export async function measureStills(
  contenders: readonly Contender[],
  pages: readonly StillPage[],
  rounds: number,
): Promise<StillFigures[]> {
  const taken = new Map<Contender, Taken>();
  for (const contender of contenders) {
    const shares = new Map<string, { ms: number[]; share: number }>();
    for (const { name, url, image } of pages) {
      const share = await differentShare(image, await contender.shoot(url));
      shares.set(name, { ms: [], share });
    }
    taken.set(contender, { pages: shares, cpuMs: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [contender, { pages: timed, cpuMs }] of taken) {
      const cpuBefore = treeTimeMs(contender.pids()) + ownTimeMs();
      for (const { name, url } of pages) {
        const startedAt = performance.now();
        await contender.shoot(url);
        timed.get(name)!.ms.push(performance.now() - startedAt);
      }
      cpuMs.push((treeTimeMs(contender.pids()) + ownTimeMs() - cpuBefore) / pages.length);
      await rest();
    }
  }
  const floor = taken.get(contenders[0]!)!;
  return [...taken].map(([contender, own]) => told(contender, own, floor));
}

/** What closes behind a render belongs to its contender, not to the next. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 300));

const isRight = ({ share }: { share: number }) => share <= allowedShare;

function told({ name, pids }: Contender, own: Taken, floor: Taken): StillFigures {
  const [all, right] = [[...own.pages], [...own.pages].filter(([, page]) => isRight(page))];
  const both = right.filter(([page]) => isRight(floor.pages.get(page)!));
  const ofRound = (taken: Taken, round: number) =>
    sum(both.map(([page]) => taken.pages.get(page)!.ms[round]!));
  const rounds = own.cpuMs.map((_, round) => round);
  return {
    name,
    right: right.length,
    pages: all.length,
    different: all
      .filter(([, page]) => !isRight(page))
      .map(([page, { share }]) => ({ page, share: Math.round(share * 1000) / 1000 })),
    compared: both.length,
    ms: figures(rounds.map((round) => ofRound(own, round) / both.length)),
    toFloor: figures(rounds.map((round) => ofRound(own, round) / ofRound(floor, round))),
    ...(pids().length > 0 && { cpuMs: figures(own.cpuMs) }),
  };
}

/** Several at once, on pages of which all give the same image. */
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
