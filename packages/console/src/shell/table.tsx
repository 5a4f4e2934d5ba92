import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';

/** A table that scrolls if it is wider than the page. */
export function Table({
  label,
  columns,
  hasActions = false,
  children,
}: {
  label: string;
  columns: readonly string[];
  /** True if the last column contains buttons: its name is for screen readers only. */
  hasActions?: boolean;
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

/** A row of a `dl`. */
export function Fact({
  name,
  value,
  canCopy = false,
}: {
  name: string;
  value: string;
  canCopy?: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {canCopy && <CopyButton text={value} of={name} />}
      </dd>
    </div>
  );
}
