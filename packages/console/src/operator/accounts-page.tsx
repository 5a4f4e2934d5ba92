import type { OperatedAccount } from '@tintype/client';
import type { AccountList } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatBytes } from '../format.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Link } from '../shell/link.tsx';
import { Table } from '../shell/table.tsx';
import { useLoaded } from '../use-loaded.ts';
import { NewKeys } from './new-keys.tsx';
import { OneAccount } from './one-account.tsx';
import { Pending, Problem } from '../shell/pending.tsx';

/** Runs a change and reports it; `undo` reverts it. */
type Act = (
  work: () => Promise<OperatedAccount | void>,
  said: string,
  undo?: () => Promise<OperatedAccount | void>,
) => Promise<void>;

/** Accounts of the service: create, change and revoke them. */
export function AccountsPage() {
  const { place } = useConsole();
  return place.id === undefined ? <List /> : <OneAccount key={place.id} id={place.id} />;
}

function List() {
  const { api, notify } = useConsole();
  const [made, setMade] = useState<OperatedAccount | undefined>();
  const [error, setError] = useState<Error | undefined>();
  const {
    value,
    error: failure,
    reload,
  } = useLoaded(
    (signal) => api.json<AccountList>('GET', '/v1/operator/accounts?limit=1000', undefined, signal),
    [],
  );
  const act: Act = async (work, said, undo) => {
    setError(undefined);
    setMade(undefined);
    try {
      const account = await work();
      if (account?.access_key !== undefined || account?.secret_key !== undefined) setMade(account);
      notify(said, undo && { undo: () => void act(undo, 'Undone.') });
    } catch (problem) {
      setError(problem as Error);
    }
    reload();
  };
  const create = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    void act(async () => {
      const body = { name: String(given.get('name')), plan: String(given.get('plan')) };
      const account = await api.json<OperatedAccount>('POST', '/v1/operator/accounts', body);
      form.reset();
      return account;
    }, 'Account created.');
  };
  if (!value) return <Pending error={failure} onRetry={reload} lines={6} />;
  return (
    <>
      <h1>Accounts</h1>
      <form class="inline" onSubmit={create}>
        <label>
          Name <input name="name" required maxLength={100} autocomplete="off" />
        </label>
        <label>
          Plan{' '}
          <select name="plan">
            {value.plans.map((plan) => (
              <option key={plan}>{plan}</option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary">
          Create
        </button>
      </form>
      {error && <Problem error={error} />}
      {made && <NewKeys account={made} />}
      <Table
        label="Accounts"
        columns={['Name', 'Plan', 'Status', 'This month', 'Stored']}
        hasActions
      >
        {value.accounts.map((account) => (
          <AccountRow key={account.id} account={account} plans={value.plans} act={act} />
        ))}
      </Table>
    </>
  );
}

function AccountRow({
  account,
  plans,
  act,
}: {
  account: OperatedAccount;
  plans: readonly string[];
  act: Act;
}) {
  const { api } = useConsole();
  const { id, name, plan, status } = account;
  const path = `/v1/operator/accounts/${id}`;
  const isOver = status === 'revoked';
  return (
    <tr class={isOver ? 'off' : ''}>
      <th scope="row">
        <Link to={`/console/accounts/${id}`}>{name}</Link>
      </th>
      <td>
        {isOver ? (
          plan
        ) : (
          <select
            aria-label={`Plan of ${name}`}
            value={plan}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              const change = (to: string) => () =>
                api.json<OperatedAccount>('PATCH', path, { plan: to });
              void act(change(chosen), `${name}: plan ${chosen}.`, change(plan));
            }}
          >
            {plans.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </td>
      <td>{status}</td>
      <td class="number">
        {account.used_this_month.toLocaleString('en')} of{' '}
        {account.quota_per_month.toLocaleString('en')}
      </td>
      <td>{formatBytes(account.stored_bytes)}</td>
      <td>
        {!isOver && (
          <div class="actions">
            <ConfirmButton
              title="New keys"
              of={`of ${name}`}
              question="Replace the keys?"
              onConfirm={() =>
                void act(
                  () => api.json('POST', `${path}/keys`, {}),
                  `New keys for ${name} created.`,
                )
              }
            />
            <ConfirmButton
              title="Revoke"
              of={name}
              question="Revoke for good?"
              isDanger
              onConfirm={() =>
                void act(async () => {
                  await api.send('DELETE', path);
                }, `${name} revoked.`)
              }
            />
          </div>
        )}
      </td>
    </tr>
  );
}
