import type { Step } from '@tintype/contract/steps';
import { useRef } from 'preact/hooks';
import { StepFields } from './step-fields.tsx';
import { titleOf } from './step-list.ts';

interface LineProps {
  given: unknown;
  /** The step, or its problem. */
  step: Step | string;
  /** Position, from 0. */
  at: number;
  count: number;
  /** Reason why it failed in the last run. */
  failure: string | undefined;
  canRun: boolean;
  isRunning: boolean;
  isFull: boolean;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  onChange(given: unknown): void;
  onMove(to: number): void;
  onDuplicate(): void;
  onRemove(): void;
  /** Absent if the steps cannot be run alone. */
  onRun: (() => void) | undefined;
}

/** One step: its description, and its fields once it is opened. */
export function StepLine(props: LineProps) {
  const { given, step, at, failure, canRun, isRunning, isOpen, onOpen, onChange, onRun } = props;
  const title = useRef<HTMLButtonElement>(null);
  const isNew = isOpen && Object.values(Object(given) as object).every((value) => value === '');
  const problem = typeof step === 'string' ? (isNew ? undefined : `${step}.`) : failure;
  const id = `step-${at + 1}`;
  const close = () => {
    onOpen(false);
    title.current?.focus();
  };
  return (
    <li class={problem === undefined ? 'step' : 'step wrong'}>
      <div class="step-line">
        <button
          ref={title}
          type="button"
          class="step-title"
          aria-expanded={isOpen}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onClick={() => onOpen(!isOpen)}
        >
          <span class="number">{at + 1}</span>
          <span>{isNew ? 'New step' : titleOf(given)}</span>
        </button>
        {onRun && (
          <button type="button" disabled={!canRun || isRunning} onClick={onRun}>
            Run to here<span class="hidden"> step {at + 1}</span>
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} class="field-problem">
          {problem}
        </p>
      )}
      {isOpen && (
        <div class="step-fields">
          <StepFields {...{ id, at, given }} onChange={onChange} onDone={close} />
          <Actions {...props} />
        </div>
      )}
    </li>
  );
}

function Actions({ at, count, isFull, onMove, onDuplicate, onRemove }: LineProps) {
  const of = <span class="hidden"> step {at + 1}</span>;
  const move = (title: string, to: number) => {
    const isEnd = to < 0 || to === count;
    // A disabled button would lose the focus when the step arrives at an end.
    return (
      <button type="button" aria-disabled={isEnd} onClick={() => !isEnd && onMove(to)}>
        {title}
        {of}
      </button>
    );
  };
  return (
    <p class="bar">
      {move('Up', at - 1)}
      {move('Down', at + 1)}
      <button type="button" disabled={isFull} onClick={onDuplicate}>
        Duplicate{of}
      </button>
      <button
        type="button"
        onClick={({ currentTarget }) => {
          const editor = currentTarget.closest('.inside');
          onRemove();
          editor?.querySelector<HTMLElement>('.add-step')?.focus();
        }}
      >
        Remove{of}
      </button>
    </p>
  );
}
