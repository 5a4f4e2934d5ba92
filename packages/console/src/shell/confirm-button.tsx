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
 * A button for an action that cannot be undone: a second press confirms it, and leaving the button
 * cancels it.
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
