import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type SessionState } from '../api.ts';
import { useConsole } from '../context.ts';
import { useLoaded } from '../use-loaded.ts';
import example from '../example.webp';
import { CodeView } from './code-view.tsx';
import { CommonBar } from './common-bar.tsx';
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
import { PickContext } from './pick/pick-button.tsx';
import type { Preset } from './presets.ts';
import { readResult, type Result } from './result.ts';
import type { AskedRender } from './create-link.ts';
import type { StepsRun } from './steps/run-steps.ts';
import { StepsSection } from './steps/steps-section.tsx';
import { withUsedSecrets } from './steps/used-secrets.ts';
import { UrlInput } from './url-input.tsx';
import { useRun } from './use-run.ts';
import { Waiting } from './waiting.tsx';
import { lazy } from '../shell/lazy.tsx';
import type { Played } from '../renders/recent/remember-render.ts';
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

const ResultView = lazy<{ result: Result; asked: AskedRender }>(
  async () => (await import('./result-view.tsx')).ResultView,
);
const StepsResult = lazy<{ run: StepsRun }>(
  async () => (await import('./steps/steps-result.tsx')).StepsResult,
);

function Playground({ info }: { info: FormInfo }) {
  const { api, session, place, go } = useConsole();
  const [first] = info.kinds;
  const kind = info.kinds.find(({ name }) => name === place.query.get('kind')) ?? first;
  const [filled, setFilled] = useState<Filled>(() =>
    kind ? fromQuery(place.query, kind.parameters) : {},
  );
  const { run, begin, stop } = useRun();
  const outcome = useRef<HTMLElement>(null);
  const kindName = kind?.name ?? '';
  const address = kind ? formAddress(kindName, filled, kind.parameters) : '/console/playground';
  useEffect(() => {
    const timer = setTimeout(() => go(address, { replace: true }), 300);
    return () => clearTimeout(timer);
  }, [address]);
  if (kind === undefined) return <p>This service has no kinds.</p>;
  const parameters = withUsedSecrets(toParameters(filled, kind.parameters));
  const fillAll = (values: Filled) => setFilled((before) => ({ ...before, ...values }));
  const fill = (name: string, value: string) => fillAll({ [name]: value });
  const applyPreset = ({ kind: name, values }: Preset) => {
    const declared = info.kinds.find((one) => one.name === name)?.parameters ?? [];
    const url = filled['url'];
    const next = { ...values, ...(url && { url }) };
    setFilled(next);
    go(formAddress(name, next, declared), { replace: true });
  };
  const prepare = () => {
    const typed = filled['url'] ?? '';
    const url = completeAddress(typed);
    if (url !== typed) fill('url', url);
    // On a narrow window, the result is below the form.
    if (innerWidth < 992) outcome.current?.scrollIntoView();
    return { ...parameters, ...(url !== '' && { url }) };
  };
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const body = prepare();
    const startMs = performance.now();
    const played = { kind: kindName, url: String(body.url ?? ''), address };
    void begin(async (signal) => {
      try {
        const answer = await api.send('POST', `/v1/${kindName}`, body, signal);
        const read = await readResult(answer, performance.now() - startMs);
        const result = { ...read, isTraced: parameters['keep_trace'] === true };
        remember(session, { ...played, result });
        return { result, asked: { kind: kindName, parameters: body } };
      } catch (error) {
        if (!signal.aborted) remember(session, { ...played, error: error as Error });
        throw error;
      }
    });
  };
  const startSteps = (until: number) => {
    const asked = { until, parameters: prepare(), declared: kind.parameters };
    void begin(async (signal) => {
      const { runSteps } = await import('./steps/run-steps.ts');
      return { steps: await runSteps(api, asked, signal) };
    });
  };
  const problems = problemsOf(run?.error);
  return (
    <div class="playground">
      <form onSubmit={start} class="request" noValidate>
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
            Page URL
          </label>
          <UrlInput
            id="parameter-url"
            value={filled['url'] ?? ''}
            isWrong={problems['url'] !== undefined}
            onInput={(value) => fill('url', value)}
          />
          <button type="submit" class="primary">
            Render
          </button>
        </div>
        {problems['url'] && <p class="field-problem">{problems['url']}</p>}
        <PickContext.Provider value={{ parameters, declared: kind.parameters }}>
          <CommonBar {...{ info, kind, filled, problems }} onFill={fill} onPreset={applyPreset} />
          {kind.parameters.some(({ name }) => name === 'steps') && (
            <StepsSection
              {...{ filled, problems }}
              failure={run?.steps?.text === filled['steps'] ? run?.steps?.failure : undefined}
              isRunning={run?.startedAt !== undefined}
              onFill={fillAll}
              onRun={startSteps}
            />
          )}
          <ParameterForm {...{ info, kind, filled, problems }} onFill={fill} />
        </PickContext.Provider>
        <button type="button" class="link" onClick={() => setFilled({ url: filled['url'] ?? '' })}>
          Reset
        </button>
      </form>
      <section ref={outcome} class="outcome" aria-label="Result" aria-live="polite">
        {run === undefined && <Empty />}
        {run?.startedAt !== undefined && <Waiting startedAt={run.startedAt} onEnd={stop} />}
        {run?.error && <Problem error={run.error} />}
        {run?.result && run.asked && (
          <ResultView key={run.result.id} result={run.result} asked={run.asked} />
        )}
        {run?.steps && <StepsResult key={run.steps.totalMs} run={run.steps} />}
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

/** Notes a render for the list of renders, which is not needed for showing it. */
function remember(session: SessionState, played: Played): void {
  void import('../renders/recent/remember-render.ts').then(
    ({ ownerOf, rememberRender }) => rememberRender(ownerOf(session), played),
    () => {},
  );
}

function Empty() {
  return (
    <figure class="example">
      <img src={example} alt="A page, rendered as an image" width="720" height="450" />
      <figcaption>
        <p>Enter the URL of a page and press Render. This is an example, at 1280 × 800.</p>
        <p class="quiet">
          The result is shown here, with its receipt, timings, and the request as code. The URL of
          this page contains the form, without secrets and typed texts, so you can share it.
        </p>
      </figcaption>
    </figure>
  );
}

function problemsOf(error: Error | undefined): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.details.map(({ parameter, message }) => [parameter, message]));
}
