import type { Settings } from '@tintype/client';
import { useConsole } from '../context.ts';
import { Table } from '../shell/table.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Pending } from '../shell/pending.tsx';

/** Settings of the service, and the source of each value; secrets are hidden. */
export function SettingsPage() {
  const { api } = useConsole();
  const { value, error, reload } = useLoaded(
    (signal) => api.json<{ settings: Settings }>('GET', '/v1/operator/settings', undefined, signal),
    [],
  );
  if (!value) return <Pending error={error} onRetry={reload} lines={8} />;
  const rows = Object.entries(value.settings);
  const chosen = rows.filter(([, { from }]) => from !== 'default');
  const others = rows.filter(([, { from }]) => from === 'default');
  return (
    <>
      <h1>Settings</h1>
      <p class="quiet">Settings in force. Change them at their source, then restart the service.</p>
      <h2>Set here</h2>
      {chosen.length === 0 ? (
        <p class="quiet">No settings: all have their defaults.</p>
      ) : (
        <Rows rows={chosen} name="Changed settings" />
      )}
      <h2>Defaults</h2>
      <Rows rows={others} name="Defaults" />
    </>
  );
}

function Rows({ rows, name }: { rows: [string, Settings[string]][]; name: string }) {
  return (
    <Table label={name} columns={['Setting', 'Value', 'From']}>
      {rows.map(([setting, { value, from }]) => (
        <tr key={setting}>
          <th scope="row">
            <code>{setting}</code>
          </th>
          <td>
            <code class="wrap">{shown(value)}</code>
          </td>
          <td class="from">{from}</td>
        </tr>
      ))}
    </Table>
  );
}

function shown(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
