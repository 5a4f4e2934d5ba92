import type { RequestState } from '@tintype/client';
import type { Api } from '../api.ts';
import { nextCursor } from './find-requests.ts';
import { filePath } from './request-state.ts';

/** Number of requests to inspect in a page, and number of pages. */
const limit = 20;
const maxPages = 10;

/**
 * Finds the previous run of the task, or else the last render of the same URL and kind, that has a
 * file.
 */
export async function findEarlier(
  api: Pick<Api, 'send'>,
  request: RequestState,
  signal?: AbortSignal,
): Promise<RequestState | undefined> {
  const { id, api: kind, url, task, created } = request;
  const query = new URLSearchParams({
    status: 'succeeded',
    api: kind,
    // Several requests can be created in the same second.
    until: String(created + 1),
    limit: String(limit),
  });
  if (task !== undefined) query.set('task', String(task));
  else if (url !== undefined) query.set('address', url);
  else return undefined;
  const isAlike = (one: RequestState) =>
    (task !== undefined || one.url === url) && filePath(one) !== undefined;
  let isPast = false;
  // `address` also matches URLs below this one, which may be many.
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await api.send('GET', `/v1/requests?${query}`, undefined, signal);
    const { requests } = (await answer.json()) as { requests: RequestState[] };
    for (const one of requests) {
      const isThis = one.id === id;
      // A failed request is not in the list.
      isPast ||= isThis || one.created < created;
      if (isPast && !isThis && isAlike(one)) return one;
    }
    const cursor = nextCursor(answer.headers.get('link'));
    if (cursor === undefined) return undefined;
    query.set('cursor', cursor);
  }
  return undefined;
}
