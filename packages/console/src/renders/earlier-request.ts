import type { Api } from '../api.ts';
import { filePath, type RequestState } from './request-state.ts';

/** So many are looked at. */
const limit = 20;

/**
 * The render before this one that can be compared with it: the run before of its task, or the last one of the same address and kind. Undefined
 * where there is none with a file.
 */
export async function findEarlier(
  api: Pick<Api, 'json'>,
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
  const path = `/v1/requests?${query}`;
  const { requests } = await api.json<{ requests: RequestState[] }>('GET', path, undefined, signal);
  const at = requests.findIndex((one) => one.id === id);
  return requests
    .slice(at + 1)
    .find((one) => (task !== undefined || one.url === url) && filePath(one) !== undefined);
}
