import type { AuditEntry } from '@tintype/client';
import type { AccountList } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatTime } from '../format.ts';
import { Pending } from '../shell/pending.tsx';
import { Table } from '../shell/table.tsx';
import { useLoaded } from '../use-loaded.ts';
import { auditSentence } from './audit-state.ts';

/** Changes by operators, the newest first. */
export function AuditPage() {
  const { api } = useConsole();
  const [limit, setLimit] = useState(100);
  const { value, error, reload } = useLoaded(
    (signal) =>
      api.json<{ entries: AuditEntry[]; next?: string }>(
        'GET',
        `/v1/operator/audit?limit=${limit}`,
        undefined,
        signal,
      ),
    [limit],
    10_000,
  );
  const { value: list } = useLoaded(
    (signal) => api.json<AccountList>('GET', '/v1/operator/accounts?limit=1000', undefined, signal),
    [],
  );
  if (!value) return <Pending error={error} onRetry={reload} lines={8} />;
  const names = new Map(list?.accounts.map(({ id, name }) => [id, name]));
  return (
    <>
      <h1>Audit</h1>
      <p class="quiet">
        Changes by operators, here or through the API. The last 10,000 are stored.
      </p>
      {value.entries.length === 0 && <p>No changes yet.</p>}
      {value.entries.length > 0 && (
        <Table label="Changes" columns={['When', 'What', 'By']}>
          {value.entries.map((entry) => {
            const { at, action, by, requestId } = entry;
            return (
              <tr key={`${at} ${requestId}`}>
                <td class="from">{formatTime(at)}</td>
                <td class="wrap" title={[action, requestId].filter(Boolean).join(', request ')}>
                  {auditSentence(entry, (id) => names.get(id) ?? id)}
                </td>
                <td>
                  <code title={by}>{by.slice(-6)}</code>
                </td>
              </tr>
            );
          })}
        </Table>
      )}
      {value.next !== undefined && limit < 1_000 && (
        <button type="button" onClick={() => setLimit(1_000)}>
          Show more
        </button>
      )}
    </>
  );
}
