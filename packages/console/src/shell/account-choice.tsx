import type { AccountList } from '@tintype/contract/wire';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { useLoaded } from '../use-loaded.ts';

/** Selects the account that an operator sees. */
export function AccountChoice({
  account,
  onAccount,
}: {
  account: string;
  onAccount(id: string): void;
}) {
  const { api, place } = useConsole();
  const { value } = useLoaded(
    (signal) => api.json<AccountList>('GET', '/v1/operator/accounts?limit=1000', undefined, signal),
    [place.page],
  );
  const active = value?.accounts.filter(({ status }) => status !== 'revoked') ?? [];
  const [first] = active;
  const isKnown = active.some(({ id }) => id === account);
  useEffect(() => {
    if (first && !isKnown) onAccount(first.id);
  }, [first?.id, isKnown]);
  return (
    <select
      aria-label="Account"
      value={account}
      onChange={(event) => onAccount(event.currentTarget.value)}
    >
      {active.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
