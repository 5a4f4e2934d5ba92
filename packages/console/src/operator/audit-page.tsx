import type { AuditEntry } from '@tintype/client';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatTime } from '../format.ts';
import { Table } from '../shell/table.tsx';
import { useLoaded } from '../use-loaded.ts';
import { ownerOf } from './audit-state.ts';
import { Pending } from '../shell/pending.tsx';

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
  if (!value) return <Pending error={error} onRetry={reload} lines={8} />;
  return (
    <>
      <h1>Audit</h1>
      <p class="quiet">
        Changes by operators, here or through the API. The last 10,000 are stored.
      </p>
      {value.entries.length === 0 && <p>No changes yet.</p>}
      {value.entries.length > 0 && (
        <Table label="Changes" columns={['When', 'What', 'Account', 'By']}>
          {value.entries.map((entry) => {
            const { at, action, by, changed, requestId } = entry;
            const { owner = '–', item } = ownerOf(entry);
            return (
              <tr key={`${at} ${requestId}`}>
                <td>{formatTime(at)}</td>
                <td>
                  <code class="wrap">{action}</code>
                  {item !== undefined && ' '}
                  {item !== undefined && <code class="wrap quiet">{item}</code>}
                  {changed && changed.length > 0 && (
                    <span class="quiet"> {changed.join(', ')}</span>
                  )}
                </td>
                <td>
                  <code class="wrap">{owner}</code>
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
