import { useState } from 'preact/hooks';

interface ConfirmProps {
  /** Label before it is pressed. */
  title: string;
  /** The object of the action, for screen readers. */
  of?: string;
  /** Label after it was pressed: the consequence. */
  question: string;
  isDanger?: boolean;
  onConfirm(): void;
}

/**
 * A button for what cannot be taken back: it asks, and does it when it is pressed again. Leaving it
 * takes the question back.
 */
export function ConfirmButton({ title, of, question, isDanger, onConfirm }: ConfirmProps) {
  const [asked, setAsked] = useState(false);
  return (
    <button
      type="button"
      class={isDanger || asked ? 'danger' : ''}
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (asked) onConfirm();
        setAsked(!asked);
      }}
    >
      <span role="status">{asked ? question : title}</span>
      {of && <span class="hidden"> {of}</span>}
    </button>
  );
}
