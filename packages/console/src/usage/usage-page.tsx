import type { UsageState } from '@tintype/client';
import { useConsole } from '../context.ts';
import { formatTime } from '../format.ts';
import { useLoaded } from '../use-loaded.ts';
import { DayChart } from './day-chart.tsx';
import { QuotaBar } from './quota-bar.tsx';
import { Pending } from '../shell/pending.tsx';

/** Usage and remaining quota of the account. */
export function UsagePage() {
  const { api } = useConsole();
  const { value, error, reload } = useLoaded(
    (signal) => api.json<UsageState>('GET', '/v1/usage?days=31', undefined, signal),
    [],
    30_000,
  );
  const now = new Date();
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) / 1000;
  return (
    <>
      <h1>Usage</h1>
      {!value && <Pending error={error} onRetry={reload} lines={6} />}
      {value && (
        <>
          <QuotaBar used={value.hits.used} quota={value.hits.quota} />
          <p class="quiet">
            The quota resets on {formatTime(nextMonth)}. Renders that fail before their page loads
            do not count. Limit: {value.concurrency.limit.toLocaleString('en')} requests per minute.
          </p>
          <DayChart days={value.days ?? []} />
        </>
      )}
    </>
  );
}
