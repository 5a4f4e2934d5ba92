import type { RequestState } from '@tintype/client';
import type { Api } from '../api.ts';

/** Requests found, and whether there may be more. */
export interface FoundRequests {
  requests: RequestState[];
  isWhole: boolean;
}

/** Limits of a search: the number of results, or of pages requested. */
export interface Reach {
  limit: number;
  pages: number;
}

/** Searches page by page: the service inspects a limited number of requests at a time. */
export async function findRequests(
  api: Pick<Api, 'send'>,
  filter: string,
  { limit, pages }: Reach,
  signal?: AbortSignal,
): Promise<FoundRequests> {
  const requests: RequestState[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const query = new URLSearchParams(filter);
    query.set('limit', String(limit - requests.length));
    if (cursor !== undefined) query.set('cursor', cursor);
    const answer = await api.send('GET', `/v1/requests?${query}`, undefined, signal);
    requests.push(...((await answer.json()) as { requests: RequestState[] }).requests);
    cursor = nextCursor(answer.headers.get('link'));
    if (cursor === undefined) return { requests, isWhole: true };
    if (requests.length >= limit) break;
  }
  return { requests, isWhole: false };
}

/** Returns the start of the next page from the header `Link`; undefined after the last one. */
export function nextCursor(link: string | null): string | undefined {
  const address = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
  return (address && URL.parse(address)?.searchParams.get('cursor')) || undefined;
}
