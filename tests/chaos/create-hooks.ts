import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FixtureServer } from '@tintype/testkit';

/** Webhooks of one request. */
interface Hooks {
  count: number;
  webhookIds: Set<string>;
  bodies: Set<string>;
}

/** Webhooks of one account, by the id of the request. */
export type ReceivedOf = ReadonlyMap<string, Hooks>;

/** Receives the webhooks of accounts, each at a URL of its own: `/hook/NAME`. */
export function createHooks(pages: FixtureServer, names: readonly string[]) {
  const received = new Map<string, Map<string, Hooks>>();
  for (const name of names) {
    const own = new Map<string, Hooks>();
    received.set(name, own);
    pages.route(`/hook/${basename(name)}`, async (request, response) => {
      try {
        const body = await text(request);
        const { id } = JSON.parse(body) as { id: string };
        const hooks = own.get(id) ?? { count: 0, webhookIds: new Set(), bodies: new Set() };
        hooks.count += 1;
        hooks.webhookIds.add(String(request.headers['webhook-id']));
        hooks.bodies.add(body);
        own.set(id, hooks);
        response.end();
      } catch {
        // The sender was killed in the middle of a sentence.
        response.destroy();
      }
    });
  }
  return {
    url: pages.url('/hook'),
    received: received as ReadonlyMap<string, ReceivedOf>,
    get count() {
      return [...received.values()].reduce((sum, own) => sum + own.size, 0);
    },
  };
}
