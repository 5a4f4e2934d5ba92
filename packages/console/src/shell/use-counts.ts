import type { RequestState } from '@tintype/client';
import type { Delivery } from '@tintype/contract/wire';
import { useConsole } from '../context.ts';
import { useLoaded } from '../use-loaded.ts';

const pollMs = 15_000;
/** More are shown as `9+`. */
const maxCount = 9;
const recentS = 86_400;

/** Counts of the navigation, by path of the page: queued requests, and recently failed webhooks. */
export function useCounts(account: string): Readonly<Record<string, string>> {
  const { api, session } = useConsole();
  const isReady = session.who === 'account' || account !== '';
  const { value } = useLoaded(
    async (signal) => {
      if (!isReady) return {};
      const get = <T>(path: string) =>
        api.json<T>('GET', `${path}&limit=${maxCount + 1}`, undefined, signal);
      const [{ requests }, { deliveries }] = await Promise.all([
        get<{ requests: RequestState[] }>('/v1/requests?status=queued'),
        get<{ deliveries: Delivery[] }>('/v1/deliveries?state=failed'),
      ]);
      const since = Date.now() / 1000 - recentS;
      const failed = deliveries.filter(({ finished = 0 }) => finished >= since);
      return {
        renders: countText(requests.length, 'queued'),
        webhooks: countText(failed.length, 'failed in 24 h'),
      };
    },
    [account, isReady],
    pollMs,
  );
  return value ?? {};
}

/** Returns `3 queued`, or an empty text for none. */
function countText(count: number, state: string): string {
  return count === 0 ? '' : `${count > maxCount ? `${maxCount}+` : count} ${state}`;
}
