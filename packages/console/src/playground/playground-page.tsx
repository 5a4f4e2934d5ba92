import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { useConsole } from '../context.ts';
import { useLoaded } from '../use-loaded.ts';
import { CodeView } from './code-view.tsx';
import {
  completeAddress,
  extensionOf,
  formAddress,
  fromQuery,
  openQuery,
  toParameters,
  type Filled,
  type FormInfo,
} from './form-info.ts';
import { ParameterForm } from './parameter-form.tsx';
import { readResult, type Result } from './result.ts';
import { ResultView } from './result-view.tsx';
import { Waiting } from './waiting.tsx';
import { Problem, Skeleton } from '../shell/pending.tsx';

/** Playground: the parameters of a request, and beside them its result. */
export function PlaygroundPage() {
  const { api } = useConsole();
  const { value: info, error } = useLoaded(
    (signal) => api.json<FormInfo>('GET', '/console/form.json', undefined, signal),
    [],
  );
  if (error) return <Problem error={error} />;
  return info ? <Playground info={info} /> : <Skeleton lines={8} />;
}

interface Run {
  kind: string;
  startedAt?: number;
  result?: Result;
  error?: Error;
}

function Playground({ info }: { info: FormInfo }) {
  const { api, place, go } = useConsole();
  const [first] = info.kinds;
  const kind = info.kinds.find(({ name }) => name === place.query.get('kind')) ?? first;
  const [filled, setFilled] = useState<Filled>(() =>
    kind ? fromQuery(place.query, kind.parameters) : {},
  );
  const [run, setRun] = useState<Run | undefined>();
  const ending = useRef<AbortController | undefined>(undefined);
  const outcome = useRef<HTMLElement>(null);
  const kindName = kind?.name ?? '';
  const address = kind ? formAddress(kindName, filled, kind.parameters) : '/console/playground';
  useEffect(() => {
    const timer = setTimeout(() => go(address, { replace: true }), 300);
    return () => clearTimeout(timer);
  }, [address]);
  useEffect(() => () => ending.current?.abort(), []);
  if (kind === undefined) return <p>This service has no kinds.</p>;
  const parameters = toParameters(filled, kind.parameters);
  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    ending.current?.abort();
    const controller = new AbortController();
    ending.current = controller;
    const startedAt = performance.now();
    setRun({ kind: kindName, startedAt });
    const url = completeAddress(filled['url'] ?? '');
    if (url !== (filled['url'] ?? '')) fill('url', url);
    // On a narrow window, the result is below the form.
    if (innerWidth < 992) outcome.current?.scrollIntoView();
    try {
      const body = { ...parameters, ...(url !== '' && { url }) };
      const answer = await api.send('POST', `/v1/${kindName}`, body, controller.signal);
      const result = await readResult(answer, performance.now() - startedAt);
      if (!controller.signal.aborted) setRun({ kind: kindName, result });
    } catch (error) {
      if (!controller.signal.aborted) setRun({ kind: kindName, error: error as Error });
    }
  };
  const fill = (name: string, value: string) =>
    setFilled((before) => ({ ...before, [name]: value }));
  const problems = problemsOf(run?.error);
  return (
    <div class="playground">
      <form onSubmit={(event) => void start(event)} class="request" noValidate>
        <h1 class="hidden">Playground</h1>
        <div class="kinds" role="radiogroup" aria-label="Kind">
          {info.kinds.map(({ name }) => (
            <label key={name}>
              <input
                type="radio"
                name="kind"
                checked={name === kindName}
                onChange={() => go(`/console/playground?kind=${name}`, { replace: true })}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
        <div class="address">
          <label class="hidden" for="parameter-url">
            Address of the page
          </label>
          <input
            id="parameter-url"
            type="text"
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
            placeholder="https://example.com"
            value={filled['url'] ?? ''}
            aria-invalid={problems['url'] !== undefined}
            onInput={(event) => fill('url', event.currentTarget.value)}
          />
          <button type="submit" class="primary">
            Render
          </button>
        </div>
        {problems['url'] && <p class="field-problem">{problems['url']}</p>}
        <ParameterForm {...{ info, kind, filled, problems }} onFill={fill} />
        <button type="button" class="link" onClick={() => setFilled({ url: filled['url'] ?? '' })}>
          Reset the form
        </button>
      </form>
      <section ref={outcome} class="outcome" aria-label="Result" aria-live="polite">
        {run === undefined && <Empty />}
        {run?.startedAt !== undefined && (
          <Waiting
            startedAt={run.startedAt}
            onEnd={() => {
              ending.current?.abort();
              setRun(undefined);
            }}
          />
        )}
        {run?.error && <Problem error={run.error} />}
        {run?.result && <ResultView key={run.result.id} result={run.result} />}
        <CodeView
          query={openQuery(filled, kind.parameters)}
          request={{
            kind: kindName,
            parameters,
            origin: location.origin,
            extension: extensionOf(kind, parameters),
          }}
        />
      </section>
    </div>
  );
}

function Empty() {
  return (
    <div class="empty">
      <p>Enter the URL of a page and press Render.</p>
      <p class="quiet">
        The result is shown here, with its receipt, timings, and the request as code. The URL of
        this page contains the form, so you can share it.
      </p>
    </div>
  );
}

function problemsOf(error: Error | undefined): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.details.map(({ parameter, message }) => [parameter, message]));
}
