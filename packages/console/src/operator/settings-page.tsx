import type { Settings } from '@tintype/client';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { Pending } from '../shell/pending.tsx';
import { Table } from '../shell/table.tsx';
import { useLoaded } from '../use-loaded.ts';
import { findSettings, settingText } from './setting-text.ts';

/** Settings of the service, and the source of each value; secrets are hidden. */
export function SettingsPage() {
  const { api } = useConsole();
  const [words, setWords] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const { value, error, reload } = useLoaded(
    (signal) => api.json<{ settings: Settings }>('GET', '/v1/operator/settings', undefined, signal),
    [],
  );
  if (!value) return <Pending error={error} onRetry={reload} lines={8} />;
  const groups = findSettings(value.settings, { words, onlyChanged });
  return (
    <>
      <h1>Settings</h1>
      <p class="quiet">
        Active settings. Change them at their source, in the environment or in the file of{' '}
        <code>--config</code>, then restart the service.
      </p>
      <div class="filters">
        <label>
          <span class="quiet">Find</span>
          <input
            type="search"
            value={words}
            placeholder="timeout, bytes, egress"
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={onlyChanged}
            onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
          />{' '}
          Changed only
        </label>
      </div>
      {groups.length === 0 && (
        <p class="empty" role="status">
          {words === '' ? 'All settings have their defaults.' : 'No matches.'}
        </p>
      )}
      {groups.map(([group, rows]) => (
        <section key={group}>
          <h2>{group}</h2>
          <Table label={group} columns={['Setting', 'Value', 'Source']}>
            {rows.map(([name, setting]) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                  <div class="hint">{setting.description}</div>
                </th>
                <td>
                  <code class="wrap">{settingText(setting)}</code>
                </td>
                <td class="from">{setting.from}</td>
              </tr>
            ))}
          </Table>
        </section>
      ))}
    </>
  );
}
