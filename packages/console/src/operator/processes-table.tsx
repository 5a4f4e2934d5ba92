import { formatAgo, formatBytes } from '../format.ts';
import { Table } from '../shell/table.tsx';
import type { Minute } from './figures.ts';

/** Processes that share the store, with their last minute. */
export function ProcessesTable({ processes }: { processes: readonly Minute[] }) {
  const count = (value: number | undefined) => (value ?? 0).toLocaleString('en');
  return (
    <>
      <h2>Processes</h2>
      <Table
        label="Processes"
        columns={[
          'Process',
          'Seen',
          'Renders per minute',
          'Failed',
          'Running',
          'Browsers',
          'Memory',
        ]}
      >
        {processes.map((one) => (
          <tr key={one.process}>
            <th scope="row">
              <code class="wrap">{one.process}</code>
            </th>
            <td>{formatAgo(one.at)}</td>
            <td class="number">{count(one.succeeded)}</td>
            <td class="number">{count(one.failed)}</td>
            <td class="number">{count(one.running)}</td>
            <td class="number">{count(one.browsers)}</td>
            <td class="number">{formatBytes(one.memoryBytes ?? 0)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
