import { describeStep } from '@tintype/contract';
import type { RecordedStep } from '@tintype/chrome/record';
import { oneLine } from '../output/terminal.ts';

/** Prints recorded steps, each once. */
export interface StepLog {
  /** Prints the steps that are complete: the last one may still change. */
  update(steps: readonly RecordedStep[]): void;
  /** Prints the last one as well. */
  end(steps: readonly RecordedStep[]): void;
}

/** Time after which the last step counts as complete, in ms. */
const completeMs = 1000;

const maxShownValue = 40;

export function createStepLog(print: (line: string) => void): StepLog {
  const printed = new WeakSet<RecordedStep>();
  let timer: NodeJS.Timeout | undefined;
  const printUntil = (steps: readonly RecordedStep[], end: number) => {
    for (const step of steps.slice(0, end).filter((one) => !printed.has(one))) {
      printed.add(step);
      const line = lineOf(step);
      if (line !== undefined) print(line);
    }
  };
  return {
    update(steps) {
      clearTimeout(timer);
      const last = steps.at(-1);
      // Two clicks may become a double click.
      const waiting = last?.type === 'click' && steps.at(-2)?.type === 'click' ? 2 : 1;
      // The next step may do these on its own: then they are removed.
      const certain = steps.findLastIndex((step) => !isImplied(step)) + 1;
      printUntil(steps, Math.min(certain, steps.length - waiting));
      timer = setTimeout(() => {
        if (steps[certain - 1]?.type !== 'change') printUntil(steps, certain);
      }, completeMs);
    },
    end(steps) {
      clearTimeout(timer);
      printUntil(steps, steps.length);
    },
  };
}

function isImplied(step: RecordedStep): boolean {
  const isKey = step.type === 'keyDown' || step.type === 'keyUp';
  return step.type === 'scroll' || (isKey && /^(?:Tab|Shift)$/.test(step.key));
}

/** Returns undefined for steps that only complete others. */
function lineOf(step: RecordedStep): string | undefined {
  if (step.type === 'setViewport' || step.type === 'keyUp') return undefined;
  const described = step.type === 'keyDown' ? `press ${step.key}` : describeStep(step);
  if (step.type !== 'change') return oneLine(described);
  const { value } = step;
  const shown = value.length > maxShownValue ? `${value.slice(0, maxShownValue)}...` : value;
  return oneLine(`${described} with ${JSON.stringify(shown)}`);
}
