import { nearest } from '@tintype/contract/light';
import { useState } from 'preact/hooks';
import type { Filled, FormInfo, KindForm, Parameter } from './form-info.ts';
import { ParameterField } from './parameter-field.tsx';

interface FormProps {
  info: FormInfo;
  kind: KindForm;
  filled: Filled;
  /** Problems of parameters, by name, as the service reported them. */
  problems: Readonly<Record<string, string>>;
  onFill(name: string, value: string): void;
}

/** Parameters with fields of their own. */
const elsewhere: ReadonlySet<string> = new Set(['url', 'steps', 'secrets']);

/** All parameters of a kind, in their groups; groups with values or problems are open. */
export function ParameterForm({ info, kind, filled, problems, onFill }: FormProps) {
  const [search, setSearch] = useState('');
  const others = kind.parameters.filter(({ name }) => !elsewhere.has(name));
  const groups = Map.groupBy(others, ({ group }) => group);
  const needle = search.trim().toLowerCase();
  const matches = ({ name, description }: Parameter) =>
    `${name} ${name.replaceAll('_', ' ')} ${description}`.toLowerCase().includes(needle);
  const found = needle === '' ? [] : others.filter(matches);
  const isAboutSteps = /^(?:steps?|secrets?)$/.test(needle);
  const near =
    needle !== '' && found.length === 0
      ? nearest(
          needle.replaceAll(' ', '_'),
          others.map(({ name }) => name),
        )
      : undefined;
  const field = (parameter: Parameter) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={filled[parameter.name] ?? ''}
      devices={info.devices}
      problem={problems[parameter.name]}
      onChange={(value) => onFill(parameter.name, value)}
    />
  );
  return (
    <div class="parameters">
      <label class="find">
        <span class="quiet">Find a parameter</span>
        <input
          type="search"
          value={search}
          placeholder={`${others.length} parameters`}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      {needle !== '' ? (
        <div class="found">
          {found.map(field)}
          {isAboutSteps && <p class="quiet">Steps and secrets are above: open Steps.</p>}
          {found.length === 0 && !isAboutSteps && (
            <p class="quiet">
              There is no such parameter.{' '}
              {near && (
                <>
                  Did you mean{' '}
                  <button type="button" class="link" onClick={() => setSearch(near)}>
                    {near}
                  </button>
                  ?
                </>
              )}
            </p>
          )}
        </div>
      ) : (
        [...groups].map(([group, members]) => {
          const set = members.filter(({ name }) => filled[name]).length;
          const isWrong = members.some(({ name }) => problems[name]);
          return (
            <details key={group} open={isWrong || undefined}>
              <summary>
                <span>{titleOf(group)}</span>
                {set > 0 && <span class="count">{set} set</span>}
              </summary>
              {members.map(field)}
            </details>
          );
        })
      )}
    </div>
  );
}

function titleOf(group: string): string {
  return `${group[0]?.toUpperCase()}${group.slice(1).replaceAll('_', ' ')}`;
}
