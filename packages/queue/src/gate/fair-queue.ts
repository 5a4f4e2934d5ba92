import type { Queue, QueueAddOptions, RunFunction } from 'p-queue';

/** What an account has under way. Kept by whoever starts and ends its work. */
export interface Share {
  running: number;
  /** Work that somebody waits for. */
  waiting: number;
  /** All of its work, in whatever state. */
  held: number;
  /** The most that may run at once. */
  limit: number;
}

/** What the queue knows of one piece of work. */
export interface FairOptions extends QueueAddOptions {
  share?: Share;
  background?: boolean;
}

interface Waiting {
  id: string;
  run: RunFunction;
}

/** Of so many starts, one goes to the background while anything waits there: nothing accepted waits for ever. */
const backgroundTurn = 4;

/**
 * The order in which waiting work starts: accounts take turns, so that one with a hundred renders waiting delays one with a single
 * render by one turn. What somebody waits for goes before what runs in the background, three to one.
 */
export class FairQueue implements Queue<RunFunction, FairOptions> {
  readonly #interactive = new Map<Share, Waiting[]>();
  readonly #background = new Map<Share, Waiting[]>();
  #starts = 0;

  /** p-queue takes one whenever this is not 0, so that work which may not start yet does not count. */
  get size(): number {
    return this.#startable(this.#interactive) || this.#startable(this.#background) ? 1 : 0;
  }

  enqueue(run: RunFunction, { id = '', share, background = false }: Partial<FairOptions> = {}) {
    const owner = share ?? { running: 0, waiting: 0, held: 1, limit: Infinity };
    const lanes = background ? this.#background : this.#interactive;
    const lane = lanes.get(owner);
    if (lane) lane.push({ id, run });
    else lanes.set(owner, [{ id, run }]);
  }

  dequeue(): RunFunction | undefined {
    this.#starts += 1;
    const inOrder =
      this.#starts % backgroundTurn === 0
        ? [this.#background, this.#interactive]
        : [this.#interactive, this.#background];
    for (const lanes of inOrder) {
      const owner = this.#startable(lanes);
      if (owner) return takeFirst(lanes, owner);
    }
    return undefined;
  }

  remove(id: string): void {
    for (const lanes of [this.#interactive, this.#background]) {
      for (const [owner, lane] of lanes) {
        const index = lane.findIndex((waiting) => waiting.id === id);
        if (index === -1) continue;
        lane.splice(index, 1);
        if (lane.length === 0) lanes.delete(owner);
        return;
      }
    }
  }

  filter({ background = false }: Readonly<Partial<FairOptions>>): RunFunction[] {
    const lanes = background ? this.#background : this.#interactive;
    return [...lanes.values()].flatMap((lane) => lane.map(({ run }) => run));
  }

  /** There is no order by number here. */
  setPriority(): void {
    throw new TypeError('The priority of waiting work is not a number here.');
  }

  #startable(lanes: Map<Share, Waiting[]>): Share | undefined {
    for (const owner of lanes.keys()) if (owner.running < owner.limit) return owner;
    return undefined;
  }
}

/** The owner goes to the end of the round. */
function takeFirst(lanes: Map<Share, Waiting[]>, owner: Share): RunFunction | undefined {
  const lane = lanes.get(owner) ?? [];
  lanes.delete(owner);
  const first = lane.shift();
  if (lane.length > 0) lanes.set(owner, lane);
  return first?.run;
}
