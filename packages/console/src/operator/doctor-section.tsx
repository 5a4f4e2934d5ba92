import type { DoctorReport } from '@tintype/contract/wire';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatTime } from '../format.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { Problem } from '../shell/pending.tsx';

/** The checks of `tintype doctor`, on request: they take some seconds and start a browser. */
export function DoctorSection() {
  const { api } = useConsole();
  const [report, setReport] = useState<DoctorReport | undefined>();
  const [error, setError] = useState<Error | undefined>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setError(undefined);
    await api.json<DoctorReport>('POST', '/v1/operator/doctor', {}).then(setReport, setError);
    setBusy(false);
  };
  return (
    <section aria-label="Doctor" aria-busy={isBusy}>
      <h2>Doctor</h2>
      <p class="quiet">
        Runs <code>tintype doctor</code> on the machine of this process: browser, sandbox, fonts, a
        test page, encoders, folders.
      </p>
      <p>
        <button type="button" disabled={isBusy} onClick={() => void run()}>
          {isBusy ? 'Running …' : 'Run the checks'}
        </button>
      </p>
      {error && <Problem error={error} />}
      {report && (
        <>
          <p role="status" class={report.ok ? 'good' : 'bad'}>
            {report.ok ? 'Renders work.' : 'Something is missing.'}{' '}
            <span class="quiet">{formatTime(report.at)}</span>
          </p>
          <dl class="checks">
            {report.checks.map(({ name, state, text, fix }) => (
              <div key={name} class={state}>
                <dt>
                  {name} <span class={`status ${state}`}>{state}</span>
                </dt>
                <dd>
                  {text}
                  {fix !== undefined && (
                    <>
                      {' '}
                      <span class="quiet">Fix:</span> <code class="wrap">{fix}</code>{' '}
                      <CopyButton copy={fix} of="the fix" class="link" />
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
