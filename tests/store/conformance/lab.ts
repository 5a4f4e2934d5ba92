import type { Store } from '@tintype/store';
import type { Test } from 'tap';
import type * as LabModule from '../../../packages/store/src/fixtures/lab.ts';

// No part of what the package exports.
const lab = '../../../packages/store/src/fixtures/lab.ts';
export const { claimOne, errorBody, newDelivery, newFile, newRequest, newTask, newWatch, START } =
  (await import(new URL(lab, import.meta.url).href)) as typeof LabModule;

/** Limits that the cases reach: those of stores by default. */
const defaultBounds = { answersKept: 10_000, runsKept: 1_000, requestsExamined: 5_000 };
type StoreBounds = typeof defaultBounds;

/** Somewhere that stores can be opened on: a folder, a database. */
export interface StorePlace {
  /** Opens one more store on the same content, as another process would. */
  open(now: () => number): Promise<Store>;
  remove(): Promise<void>;
  /** Of its stores. Lower ones take less time. */
  bounds?: Partial<StoreBounds>;
}

/** Creates a new, empty store. */
export type MakePlace = () => Promise<StorePlace>;

/** Receives cases: a test of tap, or one that leaves some of them out. */
export interface Suite {
  test(name: string, run: (t: Test) => unknown): unknown;
}

/** Fixtures of the cases of a suite. */
export interface StoreLab {
  store: Store;
  /** Opens another one on the same content. */
  openOne(): Promise<Store>;
  clock: { now: number };
  bounds: StoreBounds;
  /** An account of its own. */
  account(name?: string): Promise<string>;
}

/** With another store on the same content. */
export interface StorePair extends StoreLab {
  second: Store;
}

export async function openLab(t: Test, makePlace: MakePlace): Promise<StoreLab> {
  const place = await makePlace();
  const clock = { now: START };
  const stores: Store[] = [];
  t.teardown(async () => {
    for (const one of stores) await one.close();
    await place.remove();
  });
  const openOne = async () => {
    const opened = await place.open(() => clock.now);
    stores.push(opened);
    return opened;
  };
  const store = await openOne();
  let count = 0;
  const account = async (name = `account ${++count}`) =>
    (await store.accounts.create({ name, plan: 'pro' })).account.id;
  return { store, clock, account, openOne, bounds: { ...defaultBounds, ...place.bounds } };
}

/** To open a store takes a while: only cases that have something for a second one have it. */
export async function openPair(t: Test, makePlace: MakePlace): Promise<StorePair> {
  const lab = await openLab(t, makePlace);
  return { ...lab, second: await lab.openOne() };
}
