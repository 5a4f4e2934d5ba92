import { kinds } from '@tintype/contract/light';
import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { CommonBar } from '../playground/common-bar.tsx';
import { completeAddress, toParameters, toQuery } from '../playground/form-info.ts';
import type { Filled, FormInfo } from '../playground/form-info.ts';
import { ParameterForm } from '../playground/parameter-form.tsx';
import type { Preset } from '../playground/presets.ts';
import { UrlInput } from '../playground/url-input.tsx';
import { useLoaded } from '../use-loaded.ts';
import { fillFrom, forKind, withParameter } from './task-query.ts';

interface TaskParametersProps {
  kind: string;
  query: string;
  /** Problems by parameter; `query` if they are of none. */
  problems: Readonly<Record<string, string>>;
  onChange(changes: { api?: string; query: string }): void;
}

/** Kind and parameters of a task, as in the playground; as a query string behind a details element. */
export function TaskParameters({ kind, query, problems, onChange }: TaskParametersProps) {
  const { api } = useConsole();
  const { value: info } = useLoaded(
    (signal) => api.json<FormInfo>('GET', '/console/form.json', undefined, signal),
    [],
  );
  const form = info?.kinds.find(({ name }) => name === kind);
  const [filled, setFilled] = useState<Filled>({});
  useEffect(() => {
    if (form) setFilled(fillFrom(query, form.parameters));
  }, [form]);
  const fill = (name: string, value: string) => {
    const parameter = form?.parameters.find((one) => one.name === name);
    if (parameter === undefined) return;
    setFilled({ ...filled, [name]: value });
    onChange({ query: withParameter(query, parameter, value) });
  };
  const changeKind = (name: string) => {
    const declared = info?.kinds.find((one) => one.name === name)?.parameters;
    onChange({ api: name, query: declared ? forKind(query, declared) : query });
  };
  const applyPreset = (preset: Preset) => {
    const declared = info?.kinds.find(({ name }) => name === preset.kind)?.parameters ?? [];
    const { url } = filled;
    const next = { ...preset.values, ...(url && { url }) };
    setFilled(next);
    onChange({ api: preset.kind, query: toQuery(toParameters(next, declared)) });
  };
  return (
    <fieldset class="task-parameters">
      <legend>Render</legend>
      <div class="field">
        <label for="task-api">Kind</label>
        <select
          id="task-api"
          value={kind}
          onChange={(event) => changeKind(event.currentTarget.value)}
        >
          {[...new Set([...kinds, 'captures', kind])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {info && form && (
        <>
          <div class={problems['url'] ? 'field wrong' : 'field'}>
            <label for="task-url">Page URL</label>
            <UrlInput
              id="task-url"
              value={filled['url'] ?? ''}
              isWrong={problems['url'] !== undefined}
              onInput={(value) => fill('url', value)}
              onBlur={(value) => {
                const address = completeAddress(value);
                if (address !== value) fill('url', address);
              }}
            />
            {problems['url'] && <p class="field-problem">{problems['url']}</p>}
          </div>
          <CommonBar
            {...{ info, kind: form, filled, problems }}
            onFill={fill}
            onPreset={applyPreset}
          />
          <ParameterForm {...{ info, kind: form, filled, problems }} onFill={fill} />
        </>
      )}
      <details open={(info && !form) || problems['query'] !== undefined || undefined}>
        <summary>Query string</summary>
        <div class={problems['query'] ? 'field wrong' : 'field'}>
          <label for="task-query">Parameters</label>
          <textarea
            id="task-query"
            rows={3}
            value={query}
            spellcheck={false}
            aria-describedby="task-query-hint"
            aria-invalid={problems['query'] !== undefined}
            onInput={(event) => {
              const { value } = event.currentTarget;
              if (form) setFilled(fillFrom(value, form.parameters));
              onChange({ query: value });
            }}
          />
          <p id="task-query-hint" class={problems['query'] ? 'field-problem' : 'hint'}>
            {problems['query'] ??
              'Such as url=https%3A%2F%2Fexample.com. Steps, secrets and the outputs of captures are set here.'}
          </p>
        </div>
      </details>
    </fieldset>
  );
}
