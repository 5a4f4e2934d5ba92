import type { ErrorBody } from '@tintype/contract';
import { RenderError } from '@tintype/contract/errors';
import type { Test } from 'tap';
import { v7 as uuid } from 'uuid';
import { boundsOf, type StoreBounds } from '../sql/store-bounds.ts';
import type { NewDelivery, NewFile, NewRequest, NewTask, Store } from '../ports.ts';

/** Somewhere that stores can be opened on: a folder, a database. */
export interface StorePlace {
  /** Opens one more store on the same content, as another process would. */
  open(now: () => number): Promise<Store>;
  remove(): Promise<void>;
  /** Of its stores; default those of stores. Lower ones take less time. */
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

/** 21 November 2026, a quarter past twelve. */
export const START = Date.UTC(2026, 10, 21, 12, 15, 0);

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
  return { store, clock, account, openOne, bounds: boundsOf(place.bounds ?? {}) };
}

/** To open a store takes a while: only cases that have something for a second one have it. */
export async function openPair(t: Test, makePlace: MakePlace): Promise<StorePair> {
  const lab = await openLab(t, makePlace);
  return { ...lab, second: await lab.openOne() };
}

export function newRequest(accountId: string, changes: Partial<NewRequest> = {}): NewRequest {
  return {
    id: uuid(),
    accountId,
    kind: 'screenshot',
    parameters: { url: 'https://example.com/', full_page: true, headers: ['a: ü'] },
    baseUrl: 'https://shots.example',
    ...changes,
  };
}

/** A file with a row alone; no bytes belong to it. */
export function newFile(changes: Partial<NewFile> = {}): NewFile {
  return {
    name: uuid().replaceAll('-', '').repeat(2),
    extension: 'png',
    mediaType: 'image/png',
    bytes: 12,
    sha256: 'ab'.repeat(32),
    expiresAt: START + 60_000,
    ...changes,
  };
}

export function newDelivery(accountId: string, changes: Partial<NewDelivery> = {}): NewDelivery {
  return {
    accountId,
    requestId: uuid(),
    url: 'https://receiver.example/hook',
    signed: true,
    body: '{"id":"ü"}',
    ...changes,
  };
}

export function newTask(accountId: string, changes: Partial<NewTask> = {}): NewTask {
  return {
    accountId,
    name: 'Täglich',
    kind: 'pdf',
    query: 'url=https%3A%2F%2Fexample.com%2F',
    frequency: 'custom',
    crontab: '*/5 * * * *',
    timezone: 'Europe/Berlin',
    enabled: true,
    nextRunAt: START,
    baseUrl: 'https://shots.example',
    ...changes,
  };
}

export function errorBody(): ErrorBody {
  return new RenderError('timeout').toBody();
}

/** Accepts a request and claims it. */
export async function claimOne(store: Store, accountId: string, quota: number | undefined = 100) {
  const request = newRequest(accountId);
  await store.requests.enqueue(request, quota);
  const claims = await store.requests.claim({ leaseMs: 1_000, limit: 1 });
  const [claim] = claims;
  if (claim?.request.id !== request.id) throw new Error('Another request was claimed.');
  return claim;
}
