import { useConsole } from '../context.ts';
import { copyText } from '../viewer/clipboard.ts';

/** Copies a text. */
export function CopyButton({ text, of }: { text: string; of: string }) {
  const { notify } = useConsole();
  return (
    <button
      type="button"
      class="link"
      onClick={() =>
        void copyText(text).then(
          () => notify('Copied.'),
          (failure: Error) => notify(failure.message),
        )
      }
    >
      Copy<span class="hidden"> {of}</span>
    </button>
  );
}
