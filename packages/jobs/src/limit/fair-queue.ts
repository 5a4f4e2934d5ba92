import type { Queue, QueueAddOptions, RunFunction } from 'p-queue';
import type { AccountShares, Share } from './account-shares.ts';
import { SlotUsage } from './slot-usage.ts';

/** Whose work it is, and what it needs. */
export interface SlotNeed {
  share: Share;
  background: boolean;
  /** It needs one of the recorders, which are fewer than the slots. */
  records: boolean;
  /** It counts towards the most that its owner may have at once. */
  isBounded: boolean;
  /** Another process has bounded how many of its owner there are. */
  isAdmitted: boolean;
}

/** Details of one piece of work in the queue. */
export interface FairOptions extends QueueAddOptions, Partial<SlotNeed> {}

export interface FairQueueParts {
  shares: AccountShares;
  concurrency: number;
  recordings: number;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
}

interface Waiting {
  readonly id: string;
  readonly run: RunFunction;
  readonly records: boolean;
  readonly isBounded: boolean;
  readonly isAdmitted: boolean;
}

/** Accounts that wait with the same priority. */
interface Lane {
  readonly owners: Map<Share, Waiting[]>;
  readonly usage: SlotUsage;
  /** Its share of the slots while the other lane waits too. */
  readonly weight: number;
}

interface Choice {
  lane: Lane;
  owner: Share;
  index: number;
  /** Slot time that the owner had used. */
  spentMs: number;
}

/** While both wait, interactive work gets three quarters of the slots. */
const [interactiveWeight, backgroundWeight] = [3, 1];

/** One slot of so many is kept for accounts that used little lately. */
const slotsForOneKept = 4;

/**
 * Starts next the account with the least slot time used (start-time fair queueing,
 * https://doi.org/10.1145/248157.248171). An idle account begins where the others are. Interactive
 * and background work share three to one by the same rule.
 */
export class FairQueue implements Queue<RunFunction, FairOptions> {
  readonly #parts: FairQueueParts;
  readonly #interactive: Lane;
  readonly #background: Lane;
  readonly #keptSlots: number;
  #running = 0;
  #recording = 0;
  /** Start value for accounts and lanes that used nothing for a while. */
  #accountFloorMs = 0;
  #laneFloorMs = 0;
  #isHeldBack = false;
  readonly #starving = new Set<Share>();
  #next: Choice | undefined;

  constructor(parts: FairQueueParts) {
    this.#parts = parts;
    this.#keptSlots = Math.floor(parts.concurrency / slotsForOneKept);
    const lane = (weight: number): Lane => ({
      owners: new Map(),
      usage: new SlotUsage(0, parts.now()),
      weight,
    });
    this.#interactive = lane(interactiveWeight);
    this.#background = lane(backgroundWeight);
  }

  /** p-queue takes one whenever this is not 0, so work that may not start yet is not counted. */
  get size(): number {
    this.#next = this.#choose();
    return this.#next ? 1 : 0;
  }

  /** True if something waits only for a reserved slot: the passage of time lets it start. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  /** Recorders that are busy. */
  get recording(): number {
    return this.#recording;
  }

  /** Whose work could start if this process held one more slot of theirs. */
  get starving(): ReadonlySet<Share> {
    return this.#starving;
  }

  /** Returns whether work of this owner could start now, if nothing else waited. */
  mayStart({ share: owner, records, isBounded, isAdmitted }: SlotNeed): boolean {
    if (this.#running >= this.#parts.concurrency) return false;
    if (isBounded && owner.bounded >= owner.limit) return false;
    if (records && this.#recording >= this.#parts.recordings) return false;
    if (!isAdmitted && this.#hasHalf(owner)) return false;
    return !this.#isKeptFrom(owner, this.#heavyFrom());
  }

  /** Starts work. Returns the function to call when it has ended. */
  begin({ share, background, records, isBounded }: SlotNeed): () => void {
    const startMs = this.#parts.now();
    const lane = this.#lane(background);
    const ends = [share.usage.start(startMs), lane.usage.start(startMs)];
    this.#running += 1;
    if (records) this.#recording += 1;
    if (isBounded) share.bounded += 1;
    return () => {
      const endMs = this.#parts.now();
      for (const end of ends) end(endMs);
      this.#running -= 1;
      if (records) this.#recording -= 1;
      if (isBounded) share.bounded -= 1;
      this.#parts.shares.forget(this.#accountFloorMs, endMs);
    };
  }

  enqueue(run: RunFunction, options: Partial<FairOptions> = {}): void {
    const { id = '', share = this.#parts.shares.of(undefined, Infinity) } = options;
    const { background = false, records = false } = options;
    const { isBounded = true, isAdmitted = false } = options;
    const nowMs = this.#parts.now();
    const lane = this.#lane(background);
    if (lane.owners.size === 0 && lane.usage.running === 0) {
      lane.usage.catchUp(this.#laneFloorMs * lane.weight, nowMs);
    }
    const isWaiting = this.#interactive.owners.has(share) || this.#background.owners.has(share);
    if (!isWaiting && share.usage.running === 0) {
      share.usage.catchUp(this.#accountFloorMs, nowMs);
    }
    const queue = lane.owners.get(share);
    const waiting = { id, run, records, isBounded, isAdmitted };
    if (queue) queue.push(waiting);
    else lane.owners.set(share, [waiting]);
    this.#next = undefined;
  }

  dequeue(): RunFunction | undefined {
    // What may start depends on the time, and p-queue was just informed that something may.
    const choice = this.#next ?? this.#choose();
    this.#next = undefined;
    if (!choice) return undefined;
    const { lane, spentMs } = choice;
    const laneSpentMs = lane.usage.spentMs(this.#parts.now()) / lane.weight;
    this.#accountFloorMs = Math.max(this.#accountFloorMs, spentMs);
    this.#laneFloorMs = Math.max(this.#laneFloorMs, laneSpentMs);
    return take(choice);
  }

  remove(id: string): void {
    this.#next = undefined;
    for (const { owners } of [this.#interactive, this.#background]) {
      for (const [owner, queue] of owners) {
        const index = queue.findIndex((waiting) => waiting.id === id);
        if (index === -1) continue;
        queue.splice(index, 1);
        if (queue.length === 0) owners.delete(owner);
        return;
      }
    }
  }

  filter({ background = false }: Readonly<Partial<FairOptions>>): RunFunction[] {
    return [...this.#lane(background).owners.values()].flatMap((queue) =>
      queue.map(({ run }) => run),
    );
  }

  /** There is no order by number here. */
  setPriority(): void {
    throw new TypeError('The priority of waiting work is not a number here.');
  }

  #lane(background: boolean): Lane {
    return background ? this.#background : this.#interactive;
  }

  #choose(): Choice | undefined {
    this.#isHeldBack = false;
    this.#starving.clear();
    if (this.#running >= this.#parts.concurrency) return undefined;
    const nowMs = this.#parts.now();
    const heavyFrom = this.#heavyFrom();
    const choices = [this.#interactive, this.#background].flatMap((lane) => {
      const choice = this.#chooseIn(lane, heavyFrom, nowMs);
      return choice ? [{ ...choice, laneSpentMs: lane.usage.spentMs(nowMs) / lane.weight }] : [];
    });
    const [first, second] = choices;
    return second && first && second.laneSpentMs < first.laneSpentMs ? second : first;
  }

  /** Of those who may start, who used the least; of equals, who started longest ago. */
  #chooseIn(lane: Lane, heavyFrom: number, nowMs: number): Choice | undefined {
    const mayRecord = this.#recording < this.#parts.recordings;
    let chosen: Choice | undefined;
    for (const [owner, queue] of lane.owners) {
      const isFull = owner.bounded >= owner.limit;
      const isAble = ({ records, isBounded }: Waiting) =>
        !(records && !mayRecord) && !(isBounded && isFull);
      const hasHalf = this.#hasHalf(owner);
      const index = queue.findIndex((one) => isAble(one) && (one.isAdmitted || !hasHalf));
      if (index === -1) {
        if (hasHalf && queue.some(isAble)) this.#isHeldBack = true;
        continue;
      }
      if (this.#isKeptFrom(owner, heavyFrom)) {
        this.#isHeldBack = true;
        continue;
      }
      if (owner.usage.running >= owner.leased) {
        this.#starving.add(owner);
        continue;
      }
      const spentMs = owner.usage.spentMs(nowMs);
      if (!chosen || spentMs < chosen.spentMs) chosen = { lane, owner, index, spentMs };
    }
    return chosen;
  }

  /**
   * Use above which an account leaves reserved slots alone: its share if one more account joined.
   * `Infinity` while others are free.
   */
  #heavyFrom(): number {
    const { concurrency, shares, now } = this.#parts;
    if (this.#running < concurrency - this.#keptSlots) return Infinity;
    const active = shares.active(now());
    return active < 2 ? Infinity : concurrency / (active + 1);
  }

  /** True if an account has its half of the slots, and is not alone. */
  #hasHalf(owner: Share): boolean {
    const { concurrency, shares, now } = this.#parts;
    if (owner.account === undefined) return false;
    const half = Math.max(1, Math.floor(concurrency / 2));
    return owner.usage.running >= half && shares.hasOthers(owner, now());
  }

  #isKeptFrom({ account, usage }: Share, heavyFrom: number): boolean {
    if (account === undefined || heavyFrom === Infinity) return false;
    return usage.recentSlots(this.#parts.now()) >= heavyFrom;
  }
}

/** The owner goes to the end of the round. */
function take({ lane: { owners }, owner, index }: Choice): RunFunction | undefined {
  const queue = owners.get(owner) ?? [];
  owners.delete(owner);
  const [taken] = queue.splice(index, 1);
  if (queue.length > 0) owners.set(owner, queue);
  return taken?.run;
}
