import type { ComponentChildren } from 'preact';

/** A table that scrolls by itself where it is wider than its page. */
export function Table({
  label,
  columns,
  hasActions = false,
  children,
}: {
  label: string;
  columns: readonly string[];
  /** The last column holds buttons: its name is for readers of the screen alone. */
  hasActions?: boolean;
  /** Rows. */
  children: ComponentChildren;
}) {
  return (
    <div class="table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasActions && (
              <th scope="col">
                <span class="hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
