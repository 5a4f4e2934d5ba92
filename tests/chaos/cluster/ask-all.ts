import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterAccount } from './cluster-accounts.ts';

/** Accepted requests. */
export interface Asked {
  /** Ids of accepted requests, by account. */
  readonly promised: ReadonlyMap<string, ReadonlySet<string>>;
  /** Number rejected for an exhausted quota, by account. */
  readonly refused: ReadonlyMap<string, number>;
  /** Answers by their status; `none` are connections that broke. */
  readonly answers: Readonly<Record<string, number>>;
  done: Promise<void>;
}

/** In pixels. */
export interface Viewport {
  width: number;
  height: number;
}

/** Destination of requests. */
export interface AskOptions {
  accounts: readonly ClusterAccount[];
  /** Of the apis, which take turns. */
  addresses: readonly string[];
  pageUrl: string;
  webhookUrl: string;
  viewport: Viewport;
  atOnce: number;
  /** Asked before each, with how many were promised: false puts it off. */
  mayAsk(promised: number): boolean;
  signal: AbortSignal;
}

/**
 * Asks for everything, each until it was promised or refused: under an Idempotency-Key, as an
 * answer can be lost on its way. Page and webhook name the account.
 */
export function askAll(options: AskOptions): Asked {
  const { accounts, addresses, viewport, signal } = options;
  const promised = new Map(accounts.map(({ name }) => [name, new Set<string>()]));
  const refused = new Map(accounts.map(({ name }) => [name, 0]));
  const answers: Record<string, number> = {};
  const wishes = accounts
    .flatMap((account) =>
      Array.from({ length: account.asks }, (_, number) => ({ account, number })),
    )
    .toSorted((a, b) => a.number - b.number);
  let turn = 0;

  const ask = async ({ account, number }: (typeof wishes)[number]): Promise<boolean> => {
    const { name, key } = account;
    const address = addresses[turn++ % addresses.length] ?? '';
    const response = await fetch(`${address}/v1/screenshot`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-access-key': key,
        'idempotency-key': `${name}-${number}`,
      },
      body: JSON.stringify({
        url: `${options.pageUrl}/${name}?${number}`,
        format: 'png',
        viewport_width: viewport.width,
        viewport_height: viewport.height,
        async: true,
        webhook_url: `${options.webhookUrl}/${name}`,
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    });
    answers[response.status] = (answers[response.status] ?? 0) + 1;
    const { id = '' } = (await response.json()) as { id?: string };
    if (response.status === 202) promised.get(name)?.add(id);
    if (response.status === 423) refused.set(name, (refused.get(name) ?? 0) + 1);
    return response.status === 202 || response.status === 423;
  };

  const client = async () => {
    for (let wish = wishes.shift(); wish && !signal.aborted; wish = wishes.shift()) {
      while (!options.mayAsk(countOf(promised)) && !signal.aborted) await delay(100);
      for (let isAnswered = false; !isAnswered && !signal.aborted;) {
        isAnswered = await ask(wish).catch(() => {
          answers['none'] = (answers['none'] ?? 0) + 1;
          return false;
        });
        if (!isAnswered) await delay(100);
      }
    }
  };
  const done = Promise.all(Array.from({ length: options.atOnce }, client)).then(() => {});
  return { promised, refused, answers, done };
}

/** Number of accepted requests of all accounts. */
export function countOf(promised: Asked['promised']): number {
  return [...promised.values()].reduce((sum, ids) => sum + ids.size, 0);
}
