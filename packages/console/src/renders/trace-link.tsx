import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';

/** Saves how a request went that failed, where that was kept. */
export function TraceLink({ id }: { id: string }) {
  const { api } = useConsole();
  const [source, setSource] = useState<string | undefined>();
  useEffect(() => {
    const ending = new AbortController();
    let made: string | undefined;
    api
      .send('GET', `/v1/requests/${encodeURIComponent(id)}/trace`, undefined, ending.signal)
      .then((answer) => answer.blob())
      .then(
        (blob) => setSource((made = URL.createObjectURL(blob))),
        // Most have none.
        () => {},
      );
    return () => {
      ending.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  if (source === undefined) return null;
  return (
    <p>
      <a href={source} download={`trace-${id}.zip`}>
        Save the trace
      </a>{' '}
      <span class="quiet">
        and look at it with <code>tintype trace open</code>
      </span>
    </p>
  );
}
