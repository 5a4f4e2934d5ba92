import { maxSteps, readStep, readSteps, secretNames } from '@tintype/contract/steps';
import { useRef, useState } from 'preact/hooks';
import type { Filled } from '../form-info.ts';
import { PasteSteps } from './paste-steps.tsx';
import type { StepsRun } from './run-steps.ts';
import { SecretFields } from './secret-fields.tsx';
import { listOf, moved, type Pasted } from './step-list.ts';
import { StepLine } from './step-line.tsx';

export interface StepsProps {
  filled: Filled;
  /** Problems of `steps` and `secrets`, as the service reported them. */
  problems: Readonly<Record<string, string>>;
  failure: StepsRun['failure'];
  isRunning: boolean;
  onFill(values: Filled): void;
  /** Runs the steps up to a position. */
  onRun?: (until: number) => void;
}

interface Item {
  /** Stays the same while the step is edited and moved. */
  id: number;
  given: unknown;
}

/** A list of steps: each is one line, which opens to its fields. */
export function StepsEditor(props: StepsProps) {
  const { filled, problems, failure, isRunning, onFill, onRun } = props;
  const text = filled['steps'] ?? '';
  const secrets = secretsOf(filled['secrets']);
  const lastId = useRef(0);
  const itemOf = (given: unknown): Item => ({ id: (lastId.current += 1), given });
  const itemsOf = (of: string): { items: readonly Item[]; written: string } => {
    const read = listOf(of);
    return { items: typeof read === 'string' ? [] : read.map(itemOf), written: of };
  };
  const [{ items, written }, setState] = useState(() => itemsOf(text));
  const [openId, setOpenId] = useState<number | undefined>();
  // The form was reset, for example.
  if (written !== text) setState(itemsOf(text));
  const change = (next: readonly Item[]) => {
    const list = next.map(({ given }) => given);
    const nextText = list.length === 0 ? '' : JSON.stringify(list);
    setState({ items: next, written: nextText });
    onFill({ steps: nextText });
  };
  const add = (at: number, given: unknown) => {
    const item = itemOf(given);
    change(items.toSpliced(at, 0, item));
    setOpenId(item.id);
  };
  const fillWith = (pasted: Pasted) => {
    const items = pasted.steps.map(itemOf);
    const nextText = JSON.stringify(pasted.steps);
    setState({ items, written: nextText });
    onFill({ steps: nextText, ...valuesOf(pasted, filled) });
  };
  const steps = items.map(({ given }, at) => readStep(given, at + 1));
  const firstWrong = steps.findIndex((step) => typeof step === 'string');
  const names = secretNames(steps.filter((step) => typeof step !== 'string'));
  const isFull = items.length >= maxSteps;
  const whole = firstWrong < 0 && items.length > 0 ? readSteps(written) : undefined;
  const problem = typeof whole === 'string' ? `${whole}.` : ofService(problems['steps'], failure);
  const list = listOf(text);
  return (
    <>
      <p class="hint steps-hint">Clicks, texts, keys and waits, in this order.</p>
      {items.length > 0 && (
        <ol class="step-list">
          {items.map(({ id, given }, at) => (
            <StepLine
              key={id}
              {...{ given, at, isRunning, isFull }}
              step={steps[at] ?? ''}
              count={items.length}
              failure={failure?.step === at ? failure.message : undefined}
              canRun={firstWrong < 0 || at < firstWrong}
              isOpen={openId === id}
              onOpen={(isOpen) => setOpenId(isOpen ? id : undefined)}
              onChange={(next) => change(items.with(at, { id, given: next }))}
              onMove={(to) => change(moved(items, at, to))}
              onDuplicate={() => add(at + 1, structuredClone(given))}
              onRemove={() => change(items.toSpliced(at, 1))}
              onRun={onRun && (() => onRun(at))}
            />
          ))}
        </ol>
      )}
      {problem !== undefined && <p class="field-problem">{problem}</p>}
      <SecretFields
        names={names}
        values={secrets}
        problem={problems['secrets']}
        onChange={(values) => onFill({ secrets: JSON.stringify(values) })}
      />
      <p class="bar">
        <button
          type="button"
          class="add-step"
          disabled={isFull}
          onClick={() => add(items.length, { click: '' })}
        >
          Add a step
        </button>
        {onRun && items.length > 0 && (
          <button
            type="button"
            disabled={isRunning || firstWrong >= 0}
            onClick={() => onRun(items.length - 1)}
          >
            Run all
          </button>
        )}
      </p>
      {isFull && <p class="quiet">At most {maxSteps} steps are possible.</p>}
      <PasteSteps
        key={typeof list === 'string' ? text : ''}
        wrong={typeof list === 'string' ? { text, problem: list } : undefined}
        isReplacing={items.length > 0}
        onPaste={fillWith}
      />
    </>
  );
}

/** The failure of a step is shown at its line. */
function ofService(problem: string | undefined, failure: StepsProps['failure']) {
  return failure === undefined ? problem : undefined;
}

/** Values of a recording for a form: its page and its size only if the form has none. */
function valuesOf({ url, viewport, secrets }: Pasted, filled: Filled): Filled {
  const hasPage = Boolean(filled['url'] || filled['html']);
  const hasSize = Object.keys(filled).some(
    (name) => /^viewport_(?:width|height|device)$/.test(name) && filled[name] !== '',
  );
  const all = { ...secretsOf(filled['secrets']), ...secrets };
  return {
    ...(!hasSize && viewport),
    ...(!hasPage && url !== undefined && { url }),
    ...(Object.keys(all).length > 0 && { secrets: JSON.stringify(all) }),
  };
}

function secretsOf(text = '{}'): Readonly<Record<string, string>> {
  try {
    const values: unknown = JSON.parse(text);
    return typeof values === 'object' ? { ...(values as Record<string, string>) } : {};
  } catch {
    return {};
  }
}
