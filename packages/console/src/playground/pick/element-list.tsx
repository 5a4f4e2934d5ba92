import type { PickElement } from './page-elements.ts';

interface ListProps {
  found: readonly PickElement[];
  typed: string;
  picked: readonly string[];
  onType(typed: string): void;
  onHover(element: PickElement | undefined): void;
  onPick(element: PickElement): void;
}

const maxShown = 100;

/** The elements as a list with a filter. Arrow keys move in it. */
export function ElementList({ found, typed, picked, onType, onHover, onPick }: ListProps) {
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const isTyped = event.target instanceof HTMLInputElement;
    if (event.key === 'Enter' && isTyped) {
      // It would render the page.
      event.preventDefault();
      if (found[0]) onPick(found[0]);
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
    const at = fields.indexOf(document.activeElement as HTMLElement);
    fields[Math.min(fields.length - 1, Math.max(0, at + by))]?.focus();
  };
  return (
    <div class="picker-list" onKeyDown={onKeyDown}>
      <label>
        <span class="quiet">Find an element, by text or selector</span>
        <input type="search" value={typed} onInput={(event) => onType(event.currentTarget.value)} />
      </label>
      <ul aria-label="Elements">
        {found.slice(0, maxShown).map((element, at) => (
          <li key={element.selector}>
            <button
              type="button"
              tabIndex={at === 0 ? 0 : -1}
              aria-pressed={picked.includes(element.selector)}
              onFocus={() => onHover(element)}
              onPointerEnter={() => onHover(element)}
              onClick={() => onPick(element)}
            >
              {element.text !== '' && <span>{element.text.slice(0, 60)}</span>}
              <code>{element.selector}</code>
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet" role="status">
        {found.length === 0 && 'No element contains this.'}
        {found.length > maxShown && `${found.length - maxShown} more: type to find them.`}
      </p>
    </div>
  );
}
