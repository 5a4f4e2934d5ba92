import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PickButton } from '../pick/pick-button.tsx';
import { ofShort, shortOf, stepForms, type ShortStep } from './short-step.ts';

interface FieldsProps {
  id: string;
  /** Position, from 0. */
  at: number;
  given: unknown;
  onChange(given: unknown): void;
  /** Called on Enter. */
  onDone(): void;
}

const asJson = 'as JSON';

/** Fields of a step: those of its short form, or its JSON. */
export function StepFields({ id, at, given, onChange, onDone }: FieldsProps) {
  const short = shortOf(given);
  const [isJson, setJson] = useState(short === undefined);
  const first = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const choose = (name: string) => {
    setJson(name === asJson);
    if (name !== asJson) onChange(ofShort({ ...(short ?? { main: '', value: '' }), name }));
  };
  return (
    <>
      <div class="field">
        <label for={`${id}-type`}>Step</label>
        <select
          ref={first}
          id={`${id}-type`}
          value={isJson ? asJson : short?.name}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {[...Object.keys(stepForms), asJson].map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
      {isJson || short === undefined ? (
        <JsonField {...{ id, given, onChange }} />
      ) : (
        <ShortFields {...{ id, at, short, onDone }} onChange={(next) => onChange(ofShort(next))} />
      )}
    </>
  );
}

interface ShortProps {
  id: string;
  at: number;
  short: ShortStep;
  onChange(short: ShortStep): void;
  onDone(): void;
}

function ShortFields({ id, at, short, onChange, onDone }: ShortProps) {
  const { label = '', example = '', value } = stepForms[short.name] ?? {};
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // It would render the page.
    event.preventDefault();
    onDone();
  };
  const field = (part: 'main' | 'value', title: string, placeholder: string) => (
    <div class="field">
      <label for={`${id}-${part}`}>{title}</label>
      <input
        id={`${id}-${part}`}
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={short[part]}
        onInput={(event) => onChange({ ...short, [part]: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
    </div>
  );
  return (
    <>
      {field('main', label, example)}
      {label === 'Selector' && (
        <PickButton
          name={`selector of step ${at + 1}`}
          value={short.main}
          isList={false}
          steps={at}
          onChange={(main) => onChange({ ...short, main })}
        />
      )}
      {value !== undefined && field('value', value, '')}
    </>
  );
}

function JsonField({ id, given, onChange }: Pick<FieldsProps, 'id' | 'given' | 'onChange'>) {
  const [text, setText] = useState(() => JSON.stringify(given, undefined, 2));
  const [isWrong, setWrong] = useState(false);
  const read = (typed: string) => {
    setText(typed);
    try {
      onChange(JSON.parse(typed));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <div class="field">
      <label for={`${id}-json`}>JSON</label>
      <textarea
        id={`${id}-json`}
        rows={6}
        spellcheck={false}
        value={text}
        aria-invalid={isWrong}
        aria-describedby={`${id}-json-problem`}
        onInput={(event) => read(event.currentTarget.value)}
      />
      <p id={`${id}-json-problem`} class="field-problem" role="status">
        {isWrong && 'Not valid JSON: the step is unchanged.'}
      </p>
    </div>
  );
}
