import { setTimeout as delay } from 'node:timers/promises';

/** Clients that ask as long as they are let, whatever happens to the service. */
export interface Clients {
  /** Ids of requests that were promised a webhook, for later and at once. */
  readonly promised: { later: ReadonlySet<string>; direct: ReadonlySet<string> };
  /** Number of direct requests. */
  readonly directAsked: number;
  /** Answers by their status; `none` are connections that broke. */
  readonly answers: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

export interface ClientsOptions {
  address: string;
  accessKey: string;
  /** A page, to which a number is added. */
  pageUrl: string;
  webhookUrl: string;
  atOnce: number;
  /** Returns whether the service has enough work for now. */
  isEnough(promised: Clients['promised']): boolean;
}

/** Starts clients. Of four requests one waits for its result; all want to be called. */
export function startClients(options: ClientsOptions): Clients {
  const promised = { later: new Set<string>(), direct: new Set<string>() };
  const answers: Record<string, number> = {};
  const stopping = new AbortController();
  let asked = 0;

  const ask = async () => {
    asked += 1;
    const isDirect = asked % 4 === 0;
    const response = await fetch(`${options.address}/v1/screenshot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-key': options.accessKey },
      body: JSON.stringify({
        url: `${options.pageUrl}?${asked}`,
        viewport_width: 200,
        viewport_height: 150,
        async: !isDirect,
        webhook_url: options.webhookUrl,
      }),
      signal: AbortSignal.timeout(30_000),
    });
    answers[response.status] = (answers[response.status] ?? 0) + 1;
    const id = response.headers.get('x-tintype-request-id') ?? '';
    if (response.status === 202) promised.later.add(id);
    if (response.status === 200) promised.direct.add(id);
    await response.arrayBuffer();
  };

  const client = async () => {
    while (!stopping.signal.aborted) {
      if (options.isEnough(promised)) {
        await delay(10);
        continue;
      }
      try {
        await ask();
      } catch {
        answers['none'] = (answers['none'] ?? 0) + 1;
        await delay(50);
      }
    }
  };

  const clients = Array.from({ length: options.atOnce }, client);
  return {
    promised,
    answers,
    get directAsked() {
      return Math.floor(asked / 4);
    },
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}
