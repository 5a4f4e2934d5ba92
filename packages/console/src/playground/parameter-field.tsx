import type { Session } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import type { FormInfo, Parameter } from './form-info.ts';
import { PickButton } from './pick/pick-button.tsx';
import { Switch } from './switch.tsx';

interface FieldProps {
  parameter: Parameter;
  /** Short name; without it, the parameter's own name and its description are shown. */
  label?: string;
  value: string;
  devices: FormInfo['devices'];
  problem: string | undefined;
  onChange(value: string): void;
}

/** One parameter of the form, with its description, allowed values and problem. */
export function ParameterField({
  parameter,
  label,
  value,
  devices,
  problem,
  onChange,
}: FieldProps) {
  const { name, description, unit } = parameter;
  const id = `parameter-${name}`;
  const hint = `${id}-hint`;
  const common = {
    id,
    'aria-describedby': problem ? `${hint} ${id}-problem` : hint,
    'aria-invalid': problem !== undefined,
  };
  const isSwitch = parameter.type === 'boolean' ? ' switched' : '';
  return (
    <div class={`field${problem ? ' wrong' : ''}${isSwitch}`}>
      <label for={id} title={label && `${name}: ${description}`}>
        {label ?? <code>{name}</code>}
        {unit && <span class="quiet"> {unit}</span>}
      </label>
      <Control {...{ parameter, value, devices, common, onChange }} />
      {/(?:^|_)selectors?$/.test(name) && (
        <PickButton {...{ name, value, onChange }} isList={parameter.type === 'list'} />
      )}
      <p id={hint} class={label ? 'hidden' : 'hint'}>
        {description} {boundsOf(parameter)}
      </p>
      {problem && (
        <p id={`${id}-problem`} class="field-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ControlProps extends Pick<FieldProps, 'parameter' | 'value' | 'devices' | 'onChange'> {
  common: { id: string; 'aria-describedby': string; 'aria-invalid': boolean };
}

function Control({ parameter, value, devices, common, onChange }: ControlProps) {
  const { name, type, values, secret } = parameter;
  const onInput = (event: { currentTarget: { value: string } }) =>
    onChange(event.currentTarget.value);
  if (type === 'boolean') {
    const usual = parameter.default === true;
    return (
      <Switch
        id={common.id}
        aria-describedby={common['aria-describedby']}
        isOn={value === '' ? usual : value === 'true'}
        onChange={(isOn) => onChange(isOn === usual ? '' : String(isOn))}
      />
    );
  }
  const choices = type === 'list' ? undefined : values;
  if (choices) {
    return (
      <select {...common} value={value} onChange={onInput}>
        <option value="">{defaultOf(parameter)}</option>
        {choices.map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {String(choice)}
          </option>
        ))}
      </select>
    );
  }
  if (type === 'list' || name === 'html' || name.startsWith('inject_')) {
    const rows = name === 'html' ? 6 : 2;
    const placeholder = type === 'list' ? 'one per line' : '';
    return (
      <textarea {...common} rows={rows} value={value} placeholder={placeholder} onInput={onInput} />
    );
  }
  if (name === 'viewport_device') {
    const offered = devices.map(({ id, name: title }) => ({ value: id, title }));
    return <Offering {...{ common, value, offered, onInput }} />;
  }
  if (name === 'session') return <SessionInput {...{ common, value, onInput }} />;
  const typed = {
    ...common,
    value,
    placeholder: parameter.default === undefined ? '' : String(parameter.default),
    onInput,
  };
  if (type === 'integer' || type === 'number') {
    const { minimum, maximum } = parameter;
    const step = type === 'number' ? 'any' : undefined;
    return <input {...typed} type="number" min={minimum} max={maximum} step={step} />;
  }
  if (secret) return <input {...typed} type="password" autocomplete="off" />;
  return <input {...typed} type="text" list="" autocomplete="off" spellcheck={false} />;
}

interface OfferingProps extends Pick<ControlProps, 'common' | 'value'> {
  offered: readonly { value: string; title?: string }[];
  onInput(event: { currentTarget: { value: string } }): void;
  onFocus?(): void;
}

/** A text field that offers values. */
function Offering({ common, offered, ...field }: OfferingProps) {
  const list = `${common.id}-list`;
  return (
    <>
      <input {...common} {...field} type="text" list={list} autocomplete="off" />
      <datalist id={list}>
        {offered.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Offers the sessions of the account, which are loaded when it is focused. */
function SessionInput(props: Pick<OfferingProps, 'common' | 'value' | 'onInput'>) {
  const { api } = useConsole();
  const [sessions, setSessions] = useState<readonly Session[]>([]);
  const load = () =>
    void api.json<{ sessions: Session[] }>('GET', '/v1/sessions').then(
      (answer) => setSessions(answer.sessions),
      // A name can be typed.
      () => {},
    );
  const offered = sessions.map(({ name }) => ({ value: name }));
  return <Offering {...props} offered={offered} onFocus={load} />;
}

function defaultOf({ default: value }: Parameter): string {
  return value === undefined ? 'not set' : `default: ${String(value)}`;
}

function boundsOf({ minimum, maximum, exclusiveMinimum, type, values }: Parameter): string {
  if (type === 'list' && values) return `Any of ${values.join(', ')}.`;
  if (maximum === undefined) return '';
  return exclusiveMinimum === undefined
    ? `${minimum ?? 0} to ${maximum}.`
    : `Above ${exclusiveMinimum}, at most ${maximum}.`;
}
