import { Link } from '../shell/link.tsx';
import { Table } from '../shell/table.tsx';

/** Number of renders that failed with each code; each links to the stored ones. */
export function ErrorsTable({ errors }: { errors: readonly (readonly [string, number])[] }) {
  return (
    <>
      <h2>Errors</h2>
      {errors.length === 0 ? (
        <p class="quiet">No errors in this period.</p>
      ) : (
        <Table label="Errors" columns={['Code', 'Times']}>
          {errors.map(([code, times]) => (
            <tr key={code}>
              <th scope="row">
                <Link to={`/console/renders?error=${encodeURIComponent(code)}`}>
                  <code>{code}</code>
                </Link>
              </th>
              <td class="number">{times.toLocaleString('en')}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
