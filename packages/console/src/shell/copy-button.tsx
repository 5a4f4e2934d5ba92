import { useConsole } from '../context.ts';
import { copyText } from '../viewer/clipboard.ts';

interface CopyProps {
  /** A text, or a function that copies. */
  copy: string | (() => Promise<void>);
  label?: string;
  /** Name of the copied text, for screen readers. */
  of?: string;
  title?: string;
  class?: string;
}

/** A button that copies, and reports it. */
export function CopyButton({ copy, label = 'Copy', of, title, class: name }: CopyProps) {
  const { notify } = useConsole();
  return (
    <button
      type="button"
      class={name}
      title={title}
      onClick={() =>
        void (typeof copy === 'string' ? copyText(copy) : copy()).then(
          () => notify('Copied.'),
          (failure: Error) =>
            notify(
              failure.name === 'NotAllowedError'
                ? 'The browser does not allow copying.'
                : failure.message,
            ),
        )
      }
    >
      {label}
      {of && <span class="hidden"> {of}</span>}
    </button>
  );
}
