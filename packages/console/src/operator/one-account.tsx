import type { AccountUsage, OperatedAccount } from '@tintype/client';
import type { AccountList } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatBytes, formatTime } from '../format.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Fact } from '../shell/table.tsx';
import { Link } from '../shell/link.tsx';
import { DayChart } from '../usage/day-chart.tsx';
import { QuotaBar } from '../usage/quota-bar.tsx';
import { useLoaded } from '../use-loaded.ts';
import { AccountLimits } from './account-limits.tsx';
import { NewKeys } from './new-keys.tsx';
import { Pending } from '../shell/pending.tsx';

interface Shown {
  account: OperatedAccount;
  usage: AccountUsage;
  plans: AccountList;
}

/** One account: its usage, limits and keys. */
export function OneAccount({ id }: { id: string }) {
  const { api } = useConsole();
  const path = `/v1/operator/accounts/${encodeURIComponent(id)}`;
  const { value, error, reload } = useLoaded(
    async (signal): Promise<Shown> => {
      const get = <T,>(at: string) => api.json<T>('GET', at, undefined, signal);
      const [account, usage, plans] = await Promise.all([
        get<OperatedAccount>(path),
        get<Shown['usage']>(`${path}/usage`),
        get<AccountList>('/v1/operator/accounts?limit=1'),
      ]);
      return { account, usage, plans };
    },
    [path],
  );
  return (
    <>
      <p>
        <Link to="/console/accounts">All accounts</Link>
      </p>
      {!value && <h1>Account</h1>}
      {!value && <Pending error={error} onRetry={reload} lines={6} />}
      {value && <View {...value} path={path} reload={reload} />}
    </>
  );
}

function View({ account, usage, plans, path, reload }: Shown & { path: string; reload(): void }) {
  const { api, notify } = useConsole();
  const [made, setMade] = useState<OperatedAccount | undefined>();
  const isOver = account.status === 'revoked';
  const rotate = () =>
    api
      .json<OperatedAccount>('POST', `${path}/keys`, {})
      .then(setMade, (failure: Error) => notify(failure.message));
  const revoke = () =>
    api.send('DELETE', path).then(
      () => {
        notify(`${account.name} revoked.`);
        reload();
      },
      (failure: Error) => notify(failure.message),
    );
  return (
    <>
      <div class="title-bar">
        <h1>{account.name}</h1>
        {!isOver && (
          <>
            <ConfirmButton
              title="New keys"
              question="Replace the keys?"
              onConfirm={() => void rotate()}
            />
            <ConfirmButton
              title="Revoke"
              question="Revoke for good?"
              isDanger
              onConfirm={() => void revoke()}
            />
          </>
        )}
      </div>
      {made && <NewKeys account={made} />}
      <dl class="facts-list">
        <Fact name="Status" value={account.status} />
        <Fact name="Created" value={formatTime(account.created)} />
        <Fact name="Queued" value={account.waiting.toLocaleString('en')} />
        <Fact name="Stored" value={formatBytes(account.stored_bytes)} />
        {account.previous_keys_until !== undefined && (
          <Fact name="Old keys valid until" value={formatTime(account.previous_keys_until)} />
        )}
        <Fact name="ID" value={account.id} canCopy />
      </dl>
      <h2>Usage</h2>
      <QuotaBar used={usage.used_this_month} quota={usage.quota_per_month} />
      <DayChart days={usage.days} />
      {!isOver && (
        <>
          <h2>Plan and limits</h2>
          <AccountLimits
            account={account}
            plans={plans.plans}
            limits={plans.limits}
            onSaved={reload}
          />
        </>
      )}
    </>
  );
}
