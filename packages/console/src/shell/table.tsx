import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';

/**
 * A table that scrolls if it is wider than the page. In a narrow window, rows of three columns and
 * more are cards: the style sheet repeats the names of their columns.
 */
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
  const isCards = columns.length > 2;
  const names = columns.map((column, at) => [`--column-${at + 1}`, JSON.stringify(column)]);
  return (
    <div class={isCards ? 'table cards' : 'table'} tabIndex={0} role="region" aria-label={label}>
      <table style={isCards ? Object.fromEntries(names) : undefined}>
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
        {value} {canCopy && <CopyButton copy={value} of={name} class="link" />}
      </dd>
    </div>
  );
}
