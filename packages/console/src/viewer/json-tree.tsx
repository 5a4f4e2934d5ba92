import { useMemo, useState } from 'preact/hooks';
import { jsonRows, maxRows, pathOf } from './json-rows.ts';

/** A JSON value as a tree whose lists and objects open. All of it is text. */
export function JsonTree({ value }: { value: unknown }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([pathOf([])]));
  const rows = useMemo(() => jsonRows(value, open), [value, open]);
  const toggle = (path: string) => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  return (
    <>
      <ul class="plate tree" aria-label="The JSON">
        {rows.map(({ path, depth, key, text, type, isOpen }) => {
          const content = (
            <>
              {key !== '' && <span class="key">{key}: </span>}
              <span class={type}>{text}</span>
            </>
          );
          return (
            <li key={path} style={{ paddingLeft: `${Math.min(depth, 20) * 1.2 + 0.4}rem` }}>
              {isOpen === undefined ? (
                content
              ) : (
                <button type="button" aria-expanded={isOpen} onClick={() => toggle(path)}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {rows.length >= maxRows && (
        <p class="quiet">The first {maxRows.toLocaleString('en')} rows are shown: close some.</p>
      )}
    </>
  );
}
