interface StateProps {
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
}

/** Cookies and local storage as JSON, pasted or of a file. */
export function StateField({ value, problem, onChange }: StateProps) {
  return (
    <div class={problem ? 'field wrong' : 'field'}>
      <label for="session-state">Storage state</label>
      <textarea
        id="session-state"
        rows={6}
        spellcheck={false}
        autocomplete="off"
        value={value}
        aria-describedby="session-state-hint"
        aria-invalid={problem !== undefined}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p id="session-state-hint" class={problem ? 'field-problem' : 'hint'}>
        {problem ?? (
          <>
            JSON with cookies and origins, as <code>tintype login -o state.json</code> and
            Playwright write it.
          </>
        )}
      </p>
      <label class="file">
        or a file{' '}
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) =>
            void currentTarget.files?.[0]?.text().then((text) => onChange(text))
          }
        />
      </label>
    </div>
  );
}
