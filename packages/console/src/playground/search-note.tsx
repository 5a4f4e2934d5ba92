import { nearest } from '@tintype/contract/light';

interface SearchNoteProps {
  needle: string;
  /** Names of the parameters that match, with fields outside the list. */
  above: readonly string[];
  /** True if the list has any. */
  hasFound: boolean;
  /** All names. */
  names: readonly string[];
  onSearch(text: string): void;
}

/** Note about parameters that are not in the list: they are above, or have another name. */
export function SearchNote({ needle, above, hasFound, names, onSearch }: SearchNoteProps) {
  if (/^(?:steps?|secrets?)$/.test(needle)) {
    return <p class="quiet">Steps and secrets are above: open Steps.</p>;
  }
  if (above.length > 0) {
    const focus = (name: string) =>
      document.querySelector<HTMLElement>(`#parameter-${name}`)?.focus();
    return (
      <p class="quiet">
        Above:{' '}
        {above.map((name) => (
          <button key={name} type="button" class="link" onClick={() => focus(name)}>
            {name}
          </button>
        ))}
      </p>
    );
  }
  if (hasFound) return null;
  const near = nearest(needle.replaceAll(' ', '_'), names);
  return (
    <p class="quiet">
      No such parameter.{' '}
      {near && (
        <>
          Did you mean{' '}
          <button type="button" class="link" onClick={() => onSearch(near)}>
            {near}
          </button>
          ?
        </>
      )}
    </p>
  );
}
