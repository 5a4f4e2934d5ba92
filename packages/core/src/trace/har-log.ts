import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CdpSession } from '../browser-source.ts';
import { createTraffic } from '../traffic/create-traffic.ts';
import type { Exchange } from '../traffic/exchange.ts';
import { toHarEntry, type HarEntry } from '../traffic/har-entry.ts';
import { shownUrl } from '../traffic/shown-url.ts';

/** Requests of a page, recorded as they occur, without bodies and keys. */
export interface HarLog {
  toJson(creator: { version: string }): Promise<object>;
}

/** Entries per turn of the event loop: pages choose the URLs, and one can take milliseconds. */
const entriesPerTurn = 8;

/** Returns the HAR of exchanges, which may contain only what a page knows of its own requests. */
export async function harOf(
  exchanges: readonly Exchange[],
  { version }: { version: string },
  comment?: string,
): Promise<object> {
  const entries: HarEntry[] = [];
  for (const [at, exchange] of exchanges.entries()) {
    entries.push(toHarEntry(exchange));
    if (at % entriesPerTurn === entriesPerTurn - 1) await nextTurn();
  }
  return {
    log: {
      version: '1.2',
      creator: { name: 'Tintype', version },
      pages: [],
      entries,
      ...(comment === undefined ? {} : { comment }),
    },
  };
}

/** Starts to record the requests of a page. */
export function createHarLog(session: CdpSession): HarLog {
  const traffic = createTraffic({ url: shownUrl, whole: false });
  traffic.listen(session);
  return { toJson: (creator) => harOf(traffic.exchanges, creator) };
}
