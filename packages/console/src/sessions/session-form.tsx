import type { Session } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { useConsole } from '../context.ts';
import { completeAddress, type Filled } from '../playground/form-info.ts';
import { failedStep } from '../playground/steps/plan-run.ts';
import { listOf, titleOf } from '../playground/steps/step-list.ts';
import { StepsEditor } from '../playground/steps/steps-editor.tsx';
import { withUsedSecrets } from '../playground/steps/used-secrets.ts';
import { Problem } from '../shell/pending.tsx';
import { StateField } from './state-field.tsx';

const sources = { login: 'log in by steps', state: 'paste a storage state' } as const;
type Source = keyof typeof sources;

/** Creates a session, by steps that log in or from a storage state. */
export function SessionForm() {
  const { api, go, notify, place } = useConsole();
  const [source, setSource] = useState<Source>('login');
  const [filled, setFilled] = useState<Filled>(() => ({
    url: place.query.get('url') ?? '',
    steps: place.query.get('steps') ?? '',
  }));
  const [error, setError] = useState<Error | undefined>();
  const [isRunning, setRunning] = useState(false);
  /** Name of a stored session, once the form has asked to replace it. */
  const [replaced, setReplaced] = useState<string | undefined>();
  const name = (filled['name'] ?? '').trim();
  const isReplacing = replaced !== undefined && replaced === name;
  const fill = (values: Filled) => setFilled((before) => ({ ...before, ...values }));
  const isStored = async () => {
    const { sessions } = await api.json<{ sessions: Session[] }>('GET', '/v1/sessions');
    return sessions.some((session) => session.name === name);
  };
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    setRunning(true);
    try {
      if (!isReplacing && (await isStored())) return setReplaced(name);
      const body = bodyOf(source, withUsedSecrets(filled));
      const created = await api.json<Session>('POST', '/v1/sessions', body);
      notify(`${created.name} is ${isReplacing ? 'replaced' : 'created'}.`);
      go('/console/sessions');
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setRunning(false);
    }
  };
  const problems = problemsOf(error);
  const text = (name: string, label: string, hint: string) => (
    <div class={problems[name] ? 'field wrong' : 'field'}>
      <label for={`session-${name}`}>{label}</label>
      <input
        id={`session-${name}`}
        type="text"
        autocomplete="off"
        spellcheck={false}
        value={filled[name] ?? ''}
        aria-describedby={`session-${name}-hint`}
        aria-invalid={problems[name] !== undefined}
        onInput={(event) => fill({ [name]: event.currentTarget.value })}
      />
      <p id={`session-${name}-hint`} class={problems[name] ? 'field-problem' : 'hint'}>
        {problems[name] ?? hint}
      </p>
    </div>
  );
  return (
    <form class="task-form" noValidate onSubmit={(event) => void create(event)}>
      {text('name', 'Name', 'For the parameter session.')}
      <div class="kinds" role="radiogroup" aria-label="Source">
        {(Object.keys(sources) as Source[]).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="source"
              checked={source === one}
              onChange={() => {
                setSource(one);
                setError(undefined);
              }}
            />
            <span>{sources[one]}</span>
          </label>
        ))}
      </div>
      {source === 'login' ? (
        <>
          {text('url', 'Page of the login', 'Such as https://shop.example/login.')}
          <fieldset class="inside login-steps">
            <legend>Steps</legend>
            <StepsEditor
              {...{ filled, problems, isRunning }}
              failure={failureOf(error, filled['steps'] ?? '')}
              onFill={fill}
            />
            <p class="hint">Stored, and repeated when the login expires.</p>
          </fieldset>
        </>
      ) : (
        <StateField
          value={filled['storage_state'] ?? ''}
          problem={problems['storage_state']}
          onChange={(value) => fill({ storage_state: value })}
        />
      )}
      {text('ttl', 'Expires after', 'Seconds after its last use; 30 days if empty.')}
      {error && <Problem error={error} />}
      {isReplacing && (
        <p class="field-problem" role="alert">
          A session {name} exists: its cookies, local storage and login are lost if you replace it.
        </p>
      )}
      <button type="submit" class="primary" disabled={isRunning}>
        {isRunning
          ? 'Creating...'
          : isReplacing
            ? `Replace the session ${name}`
            : 'Create the session'}
      </button>
    </form>
  );
}

function bodyOf(source: Source, filled: Filled): object {
  const { name = '', ttl = '', url = '', steps = '', secrets = '', storage_state = '' } = filled;
  const seconds = Number(ttl);
  return {
    name: name.trim(),
    ...(ttl.trim() !== '' && { ttl: Number.isNaN(seconds) ? ttl : seconds }),
    ...(source === 'state'
      ? { storage_state }
      : { login: { url: completeAddress(url), steps, ...(secrets !== '' && { secrets }) } }),
  };
}

/** Returns problems by field: those of a login have a path, such as `login.url`. */
function problemsOf(error: Error | undefined): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.details.map(({ parameter, message }) => [parameter.replace(/^login\./, ''), message]),
  );
}

function failureOf(error: Error | undefined, text: string) {
  const list = listOf(text);
  if (error === undefined || typeof list === 'string') return undefined;
  const titles = list.map(titleOf);
  const failed = failedStep(error.message, { origins: list.map((_, at) => at) }, titles);
  return failed && { ...failed, title: titles[failed.step] ?? '' };
}
