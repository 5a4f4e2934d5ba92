import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { languages, shownParameters, type CodeRequest } from './request-code.ts';
import { toQuery } from './form-info.ts';

interface CodeProps {
  request: CodeRequest;
  /** The request as a query string, without secrets. */
  query: string;
}

/** The request in several languages. */
export function CodeView({ request, query }: CodeProps) {
  const { notify, go } = useConsole();
  const [language, setLanguage] = useState('curl');
  const code =
    languages[language]?.({ ...request, parameters: shownParameters(request.parameters) }) ?? '';
  return (
    <section class="code" aria-label="The same request in code">
      <div class="bar">
        <label>
          <span class="hidden">Language</span>
          <select value={language} onChange={(event) => setLanguage(event.currentTarget.value)}>
            {Object.keys(languages).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <CopyButton copy={code} />
        <button
          type="button"
          onClick={() => {
            go(`/console/tasks/new?api=${request.kind}&query=${encodeURIComponent(query)}`);
            if (query !== toQuery(request.parameters)) {
              notify('Secrets, typed texts and values too long for a URL are omitted.');
            }
          }}
        >
          Create a task
        </button>
        {request.parameters['steps'] !== undefined && (
          <button
            type="button"
            onClick={() => {
              const { url, steps } = Object.fromEntries(new URLSearchParams(query));
              const login = new URLSearchParams({ url: url ?? '', steps: steps ?? '' });
              go(`/console/sessions/new?${login}`);
              notify(
                steps === undefined
                  ? 'The steps are too long for a URL: paste them here.'
                  : 'Secrets and typed texts are not copied.',
              );
            }}
          >
            Create a session
          </button>
        )}
      </div>
      <pre tabIndex={0} aria-label={language}>
        {code}
      </pre>
    </section>
  );
}
