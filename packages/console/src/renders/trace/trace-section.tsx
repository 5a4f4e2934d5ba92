import { readTrace, type Trace } from '@tintype/contract/trace';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api.ts';
import { useConsole } from '../../context.ts';
import { Problem } from '../../shell/pending.tsx';
import { TraceViewer } from './trace-viewer.tsx';

/** A larger trace can be saved, and is not shown. */
const maxBytes = 64 * 1_048_576;

/** The most that a trace stores: see docs/traces.md. */
const limits = { maxRows: 2_000, maxFrames: 150, maxChars: 2_000 };

interface TraceSectionProps {
  /** Request of the trace. */
  id: string;
  /** True if the trace is loaded without a press of a button. */
  isOpen: boolean;
}

/** The stored trace of a request, if there is one. */
export function TraceSection({ id, isOpen }: TraceSectionProps) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <section class="trace" aria-label="Trace">
      <h2>Trace</h2>
      {isShown ? (
        <Loaded key={id} id={id} />
      ) : (
        <p>
          <button type="button" onClick={() => setShown(true)}>
            Show the trace
          </button>{' '}
          <span class="quiet">
            Requests, console and images of the load, if recorded with <code>keep_trace</code>.
          </span>
        </p>
      )}
    </section>
  );
}

interface TraceState {
  /** Address of the zip in memory. */
  source?: string;
  trace?: Trace;
  error?: Error;
}

function Loaded({ id }: { id: string }) {
  const { source, trace, error } = useTrace(id);
  const isMissing = error instanceof ApiError && error.status === 404;
  if (isMissing) {
    return (
      <p class="quiet">
        No trace of this render. <code>keep_trace</code> records one and stores it for a day.
      </p>
    );
  }
  return (
    <>
      {error && <Problem error={error} />}
      {!error && !trace && <div class="skeleton plate" aria-busy="true" />}
      {trace && <TraceViewer trace={trace} />}
      {source !== undefined && (
        <p>
          <a href={source} download={`trace-${id}.zip`}>
            Save the trace
          </a>{' '}
          <span class="quiet">
            with all messages of the browser; <code>tintype trace open</code> shows them
          </span>
        </p>
      )}
    </>
  );
}

function useTrace(id: string): TraceState {
  const { api } = useConsole();
  const [state, setState] = useState<TraceState>({});
  useEffect(() => {
    const ending = new AbortController();
    let source: string | undefined;
    const load = async () => {
      const path = `/v1/requests/${encodeURIComponent(id)}/trace`;
      const blob = await (await api.send('GET', path, undefined, ending.signal)).blob();
      if (ending.signal.aborted) return;
      source = URL.createObjectURL(blob);
      setState({ source });
      if (blob.size > maxBytes)
        throw new Error('The trace is too large to display. Save it instead.');
      const trace = await readTrace(new Uint8Array(await blob.arrayBuffer()), limits);
      setState({ source, trace });
    };
    load().catch((error: Error) => {
      // A trace that cannot be read can be saved.
      if (!ending.signal.aborted) setState((before) => ({ ...before, error }));
    });
    return () => {
      ending.abort();
      if (source) URL.revokeObjectURL(source);
    };
  }, [id]);
  return state;
}
