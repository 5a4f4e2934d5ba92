import type { SourceBrowser } from '@tintype/contract';
import { formatBytes, formatMs } from '../format.ts';
import { Table } from '../shell/table.tsx';

/** The browsers of the process that answered. */
export function BrowsersTable({ browsers }: { browsers: readonly SourceBrowser[] }) {
  return (
    <>
      <h2>Browsers</h2>
      {browsers.length === 0 ? (
        <p class="quiet">No browser is running: the next render starts one.</p>
      ) : (
        <Table
          label="Browsers"
          columns={['Browser', 'For', 'Age', 'Renders', 'Running', 'Memory', 'Process']}
        >
          {browsers.map((one, index) => (
            <tr key={one.pid ?? index}>
              <th scope="row">
                {one.product}
                {one.retired && <span class="quiet"> (closes after its last page)</span>}
              </th>
              <td>{one.use}</td>
              <td class="number">{formatMs(one.ageMs)}</td>
              <td class="number">{one.renders.toLocaleString('en')}</td>
              <td class="number">{one.running}</td>
              <td class="number">
                {one.memoryBytes === undefined ? '–' : formatBytes(one.memoryBytes)}
              </td>
              <td class="number">{one.pid ?? one.place}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
