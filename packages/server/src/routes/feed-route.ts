import { createHash } from 'node:crypto';
import { RenderError } from '@tintype/contract';
import { takeRate } from '../admission/take-rate.ts';
import { isUnchanged } from '../parse/read-range.ts';
import { baseUrlOf } from '../parse/read-query.ts';
import { writeFeed } from '../reply/write-feed.ts';
import { declareRoutes, type Route } from '../route/define-route.ts';
import { pathParameter } from '../route/json-parts.ts';

const params = [pathParameter('feed', 'Secret name of the feed.', { type: 'string' })];

/** Feeds of monitors, for readers that send no headers: their addresses are secret. */
export const feedRoutes: readonly Route[] = declareRoutes('public', 'Monitors', [
  {
    method: 'GET',
    path: '/v1/feeds/:feed',
    params,
    operation: {
      id: 'getFeed',
      summary: 'Events of a monitor as an Atom feed',
      description: 'The feed.',
      content: { 'application/atom+xml': { schema: { type: 'string' } } },
      errors: ['not_found', 'rate_limited', 'storage_failed'],
    },
    handle: async (request, reply, { tasks, store, plans, baseUrl }) => {
      const { feed } = request.params as { feed: string };
      const [, token] = /^([0-9a-f-]{1,100})\.atom$/.exec(feed) ?? [];
      const found = token === undefined ? undefined : await tasks.monitors.feed(token);
      const account = found && (await store.accounts.get(found.accountId));
      if (!found || account?.status !== 'active') {
        throw new RenderError('not_found', 'Feed not found.');
      }
      await takeRate(account, plans, store.usage, reply);
      const self = `${baseUrlOf(request, baseUrl)}/v1/feeds/${feed}`;
      const body = writeFeed(found.task, found.checks, self);
      const sha256 = createHash('sha256').update(body).digest('hex');
      reply.headers({
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'private, max-age=60',
        'x-content-type-options': 'nosniff',
        etag: `"${sha256}"`,
      });
      if (isUnchanged(request.headers, sha256)) return reply.code(304).send();
      return reply.send(body);
    },
  },
]);
