import { useRef, useState } from 'preact/hooks';
import { useConsole } from '../../context.ts';
import { readPasted, type Pasted } from './step-list.ts';

interface PasteProps {
  /** Text of the form that is no list of steps. */
  wrong: { text: string; problem: string } | undefined;
  isReplacing: boolean;
  onPaste(pasted: Pasted): void;
}

/** Fills the list with an export of the DevTools Recorder, or a list of steps. */
export function PasteSteps({ wrong, isReplacing, onPaste }: PasteProps) {
  const { notify } = useConsole();
  const [text, setText] = useState(wrong?.text ?? '');
  const [problem, setProblem] = useState(wrong?.problem);
  const [isOpen, setOpen] = useState(wrong !== undefined);
  const summary = useRef<HTMLElement>(null);
  const use = (typed: string) => {
    const pasted = readPasted(typed);
    if (typeof pasted === 'string') {
      setText(typed);
      setProblem(pasted);
      return;
    }
    const { length } = pasted.steps;
    const hasSecrets = Object.keys(pasted.secrets).length > 0;
    const count = length === 1 ? '1 step.' : `${length} steps.`;
    notify(hasSecrets ? `${count} Passwords and codes in them are secrets now.` : count);
    setText('');
    setProblem(undefined);
    setOpen(false);
    summary.current?.focus();
    onPaste(pasted);
  };
  return (
    <details class="paste" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary}>Paste a recording or a list</summary>
      <div class="field">
        <label for="paste-steps">JSON</label>
        <textarea
          id="paste-steps"
          rows={5}
          spellcheck={false}
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby="paste-steps-hint"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p
          id="paste-steps-hint"
          class={problem === undefined ? 'hint' : 'field-problem'}
          role={problem === undefined ? undefined : 'alert'}
        >
          {problem ??
            'A recording of the Chrome Recorder, or a list such as [{ "click": "text/Sign in" }].'}
        </p>
        <p class="bar">
          <button type="button" disabled={text.trim() === ''} onClick={() => use(text)}>
            {isReplacing ? 'Replace the steps' : 'Use these steps'}
          </button>
          <label class="file">
            or a file{' '}
            <input
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                void file?.text().then(use);
                currentTarget.value = '';
              }}
            />
          </label>
        </p>
      </div>
    </details>
  );
}
