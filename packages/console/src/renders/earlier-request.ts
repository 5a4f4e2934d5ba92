import type { Api } from '../api.ts';
import { nextCursor } from './find-requests.ts';
import { filePath, type RequestState } from './request-state.ts';

/** Number of requests to inspect in a page, and number of pages. */
const limit = 20;
const maxPages = 10;

/**
 * The render before this one that can be compared with it: the run before of its task, or the last
 * one of the same address and kind. Undefined where there is none with a file.
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
    // Several can come in the same second.
    until: String(created + 1),
    limit: String(limit),
  });
  if (task !== undefined) query.set('task', String(task));
  else if (url !== undefined) query.set('address', url);
  else return undefined;
  const isAlike = (one: RequestState) =>
    (task !== undefined || one.url === url) && filePath(one) !== undefined;
  let isPast = false;
  // `address` finds the addresses below this one, too, and there may be many.
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await api.send('GET', `/v1/requests?${query}`, undefined, signal);
    const { requests } = (await answer.json()) as { requests: RequestState[] };
    for (const one of requests) {
      const isThis = one.id === id;
      // One that failed is not among them.
      isPast ||= isThis || one.created < created;
      if (isPast && !isThis && isAlike(one)) return one;
    }
    const cursor = nextCursor(answer.headers.get('link'));
    if (cursor === undefined) return undefined;
    query.set('cursor', cursor);
  }
  return undefined;
}
