import { useState } from 'preact/hooks';
import type { Filled, FormInfo, KindForm, Parameter } from './form-info.ts';
import { ParameterField } from './parameter-field.tsx';
import { commonParameters } from './presets.ts';
import { SearchNote } from './search-note.tsx';

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

/** The other parameters of a kind, in their groups; groups with problems are open. */
export function ParameterForm({ info, kind, filled, problems, onFill }: FormProps) {
  const [search, setSearch] = useState('');
  const common = commonParameters[kind.name] ?? [];
  const others = kind.parameters.filter(
    ({ name }) => !elsewhere.has(name) && !common.includes(name),
  );
  const groups = Map.groupBy(others, ({ group }) => group);
  const needle = search.trim().toLowerCase();
  const matches = ({ name, description }: Parameter) =>
    `${name} ${name.replaceAll('_', ' ')} ${description}`.toLowerCase().includes(needle);
  const found = needle === '' ? [] : others.filter(matches);
  const above = kind.parameters.filter(({ name }) => common.includes(name));
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
  const set = others.filter(({ name }) => filled[name]).length;
  const isWrong = others.some(({ name }) => problems[name]);
  return (
    <details class="parameters" open={isWrong || undefined}>
      <summary>
        <span>All parameters</span>
        {set > 0 && <span class="count">{set} set</span>}
      </summary>
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
          <SearchNote
            needle={needle}
            above={above.filter(matches).map(({ name }) => name)}
            hasFound={found.length > 0}
            names={[...above, ...others].map(({ name }) => name)}
            onSearch={setSearch}
          />
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
    </details>
  );
}

function titleOf(group: string): string {
  return `${group[0]?.toUpperCase()}${group.slice(1).replaceAll('_', ' ')}`;
}
