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

/** A button that a second press confirms, and that leaving it cancels. */
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
