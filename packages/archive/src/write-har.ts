import { setImmediate as nextTurn } from 'node:timers/promises';
import { toHarEntry } from '@tintype/core';
import { writerVersion, type ArchivedPage } from './archived-page.ts';

/** Writes the requests of a page as HAR 1.2, with their bodies. */
export async function writeHar(archived: ArchivedPage): Promise<Uint8Array> {
  const { title, startedMs, exchanges, onContentLoad, onLoad, browser } = archived;
  const [name, version] = browser.split('/', 2);
  const id = 'page_1';
  const log = {
    version: '1.2',
    creator: { name: 'Tintype', version: writerVersion },
    browser: { name, version: version ?? '' },
    pages: [
      {
        startedDateTime: new Date(startedMs).toISOString(),
        id,
        title,
        pageTimings: { onContentLoad, onLoad },
      },
    ],
  };
  // One entry per turn, so that other work of the event loop is not delayed.
  const pieces = [Buffer.from(`${JSON.stringify({ log }).slice(0, -2)},"entries":[`)];
  for (const [at, exchange] of exchanges.entries()) {
    const entry = { pageref: id, ...toHarEntry(exchange) };
    pieces.push(Buffer.from(`${at > 0 ? ',' : ''}\n${JSON.stringify(entry)}`));
    await nextTurn();
  }
  pieces.push(Buffer.from('\n]}}\n'));
  return Buffer.concat(pieces);
}
