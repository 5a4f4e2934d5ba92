import type { RemoteState } from '@tintype/contract';
import { Table } from '../shell/table.tsx';

/** Remote browsers of the settings; nothing without any. */
export function RemoteBrowsersTable({ browsers }: { browsers: readonly RemoteState[] }) {
  if (browsers.length === 0) return null;
  return (
    <>
      <h2>Remote browsers</h2>
      <Table label="Remote browsers" columns={['Address', 'State', 'Pages', 'Failures']}>
        {browsers.map((one, index) => (
          <tr key={index}>
            <th scope="row">{one.name}</th>
            <td>
              {one.state}
              {one.failure !== undefined && <span class="quiet"> ({one.failure})</span>}
            </td>
            <td class="number">{one.pages}</td>
            <td class="number">{one.failures.toLocaleString('en')}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
