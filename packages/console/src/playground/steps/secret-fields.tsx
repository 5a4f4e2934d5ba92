interface SecretProps {
  /** Names in `{{name}}` of the steps. */
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  problem: string | undefined;
  onChange(values: Readonly<Record<string, string>>): void;
}

/** Values of secrets. They are in no URL and no code. */
export function SecretFields({ names, values, problem, onChange }: SecretProps) {
  if (names.length === 0) return problem ? <p class="field-problem">{problem}</p> : null;
  return (
    <fieldset class="secrets">
      <legend>Secrets</legend>
      {names.map((name) => (
        <div key={name} class="field">
          <label for={`secret-${name}`}>
            <code>{name}</code>
          </label>
          <input
            id={`secret-${name}`}
            type="password"
            autocomplete="new-password"
            value={values[name] ?? ''}
            onInput={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
          />
        </div>
      ))}
      <p class={problem ? 'field-problem' : 'hint'}>
        {problem ?? 'Excluded from the URL of this page and from the code.'}
      </p>
    </fieldset>
  );
}
