import { devices } from '@tintype/contract';
import type { UsageState } from '@tintype/contract/wire';
import { limitsOf } from '@tintype/store';
import { readDays } from '../parse/read-list.ts';
import { declareRoutes, type Route } from '../route/define-route.ts';
import { daysParameter, listContent } from '../route/json-parts.ts';

/** Limits and options of an account. Neither counts towards its quota. */
export const accountRoutes: readonly Route[] = declareRoutes('account', 'Account', [
  {
    method: 'GET',
    path: '/v1/usage',
    operation: {
      id: 'getUsage',
      summary: 'Usage and remaining limits of the account',
      parameters: [daysParameter],
      errors: ['invalid_parameter'],
      content: 'Usage',
    },
    handle: async (request, _reply, { store, plans }) => {
      const { account } = request.caller;
      const days = readDays(request.entries);
      const { quotaPerMonth: quota, ratePerMinute } = limitsOf(account, plans);
      const { used } = await store.usage.used(account.id);
      const rate = await store.usage.rateState(account.id, ratePerMinute);
      return {
        hits: { quota, used, remaining: Math.max(0, quota - used) },
        concurrency: {
          limit: rate.limit,
          remaining: rate.remaining,
          reset: Math.ceil(rate.resetAt / 1000),
        },
        ...(days !== undefined && { days: await store.usage.byDay(account.id, days) }),
      } satisfies UsageState;
    },
  },
  {
    method: 'GET',
    path: '/v1/devices',
    operation: {
      id: 'listDevices',
      summary: 'Values of viewport_device',
      content: listContent('devices', 'Device'),
    },
    handle: async () => ({ devices }),
  },
]);
