import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CdpSession } from '../browser-source.ts';
import { createTraffic } from '../traffic/create-traffic.ts';
import type { Exchange } from '../traffic/exchange.ts';
import { toHarEntry, type HarEntry } from '../traffic/har-entry.ts';
import { shownUrl } from '../traffic/shown-url.ts';

/** Requests of a page, as they come, without bodies and keys. */
export interface HarLog {
  toJson(creator: { version: string }): Promise<object>;
}

/**
 * Pages choose the addresses, and one can take milliseconds: others have their turn after so many.
 */
const atOnce = 8;

/** A HAR of exchanges, which may have no more than what a page knows of its own requests. */
export async function harOf(
  exchanges: readonly Exchange[],
  { version }: { version: string },
  comment?: string,
): Promise<object> {
  const entries: HarEntry[] = [];
  for (const [at, exchange] of exchanges.entries()) {
    entries.push(toHarEntry(exchange));
    if (at % atOnce === atOnce - 1) await nextTurn();
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

/** Begins to write down the requests of a page. */
export function createHarLog(session: CdpSession): HarLog {
  const traffic = createTraffic({ url: shownUrl, whole: false });
  traffic.listen(session);
  return { toJson: (creator) => harOf(traffic.exchanges, creator) };
}
