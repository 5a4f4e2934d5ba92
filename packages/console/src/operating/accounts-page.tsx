import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatBytes } from '../format.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Problem } from '../shell/problem.tsx';
import { Skeleton } from '../shell/skeleton.tsx';
import { Table } from '../shell/table.tsx';
import { useLoaded } from '../use-loaded.ts';

interface AccountState {
  id: string;
  name: string;
  plan: string;
  status: string;
  rate_per_minute: number;
  quota_per_month: number;
  used_this_month: number;
  waiting: number;
  stored_bytes: number;
  created: number;
  access_key?: string;
  secret_key?: string;
}

/** Who may use the service: to make, to change and to end accounts. */
export function AccountsPage() {
  const { api, tell } = useConsole();
  const [made, setMade] = useState<AccountState | undefined>();
  const [error, setError] = useState<Error | undefined>();
  const {
    value,
    error: failure,
    reload,
  } = useLoaded(
    (signal) =>
      api.json<{ accounts: AccountState[]; plans: string[] }>(
        'GET',
        '/v1/operator/accounts?limit=1000',
        undefined,
        signal,
      ),
    [],
  );
  const act = async (work: () => Promise<AccountState | void>, said: string) => {
    setError(undefined);
    setMade(undefined);
    try {
      const account = await work();
      if (account?.access_key !== undefined || account?.secret_key !== undefined) setMade(account);
      tell(said);
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
      const account = await api.json<AccountState>('POST', '/v1/operator/accounts', body);
      form.reset();
      return account;
    }, 'The account is made.');
  };
  if (!value)
    return failure ? <Problem error={failure} onRetry={reload} /> : <Skeleton lines={6} />;
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
      <Table label="Accounts" columns={['Name', 'Plan', 'Status', 'This month', 'Kept']} hasActions>
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
  account: AccountState;
  plans: readonly string[];
  act(work: () => Promise<AccountState | void>, said: string): Promise<void>;
}) {
  const { api } = useConsole();
  const { id, name, plan, status } = account;
  const path = `/v1/operator/accounts/${id}`;
  const isOver = status === 'revoked';
  return (
    <tr class={isOver ? 'off' : ''}>
      <th scope="row">{name}</th>
      <td>
        {isOver ? (
          plan
        ) : (
          <select
            aria-label={`Plan of ${name}`}
            value={plan}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              void act(() => api.json('PATCH', path, { plan: chosen }), `${name}: plan ${chosen}.`);
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
              question="Old keys end now: sure?"
              onConfirm={() =>
                void act(() => api.json('POST', `${path}/keys`, {}), `New keys of ${name}.`)
              }
            />
            <ConfirmButton
              title="Revoke"
              of={name}
              question="This is final: sure?"
              isDanger
              onConfirm={() =>
                void act(async () => {
                  await api.send('DELETE', path);
                }, `${name} is revoked.`)
              }
            />
          </div>
        )}
      </td>
    </tr>
  );
}

/** Keys are shown once: nobody can read them later. */
function NewKeys({ account }: { account: AccountState }) {
  return (
    <section class="new-keys" aria-label="New keys">
      <p>
        New keys of <strong>{account.name}</strong>. Write them down now: they are not shown again.
      </p>
      <dl>
        {account.access_key !== undefined && (
          <div>
            <dt>Access key</dt>
            <dd>
              <code>{account.access_key}</code>
            </dd>
          </div>
        )}
        {account.secret_key !== undefined && (
          <div>
            <dt>Secret key</dt>
            <dd>
              <code>{account.secret_key}</code>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
