import { text } from 'node:stream/consumers';
import type { FixtureServer } from '@tintype/testkit';

/** A call of a webhook. */
export interface Call {
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

/** An address that takes webhooks, and keeps what came. */
export function createReceiver(pages: FixtureServer, path: string): { url: string; calls: Call[] } {
  const calls: Call[] = [];
  const url = pages.route(path, async (request, response) => {
    calls.push({ body: await text(request), headers: request.headers });
    response.end();
  });
  return { url, calls };
}
