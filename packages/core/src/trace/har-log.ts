import type { CdpSession } from '../browser-source.ts';
import { createTraffic } from '../traffic/create-traffic.ts';
import { toHarEntry } from '../traffic/har-entry.ts';
import { shownUrl } from '../traffic/shown-url.ts';

/** Requests of a page, as they come, without bodies and keys. */
export interface HarLog {
  toJson(creator: { version: string }): object;
}

/** Begins to write down the requests of a page. */
export function createHarLog(session: CdpSession): HarLog {
  const traffic = createTraffic({ url: shownUrl, whole: false });
  traffic.listen(session);
  return {
    toJson: ({ version }) => ({
      log: {
        version: '1.2',
        creator: { name: 'Tintype', version },
        pages: [],
        entries: traffic.exchanges.map(toHarEntry),
      },
    }),
  };
}
