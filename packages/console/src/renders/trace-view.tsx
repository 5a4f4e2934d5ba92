import { readTrace, type Trace } from '@tintype/contract/trace';
import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatMs } from '../format.ts';
import { Waterfall } from '../viewer/waterfall.tsx';
import { Table } from '../shell/table.tsx';

/** A larger trace can be saved, and is not shown. */
const maxBytes = 64 * 1_048_576;

/** More rows are of no use to a person, and slow a browser down. */
const limits = { maxRows: 500, maxFrames: 100, maxChars: 2_000 };

/** Shows the stored trace of a failed request, if any. Nothing of the page in it is executed. */
export function TraceView({ id }: { id: string }) {
  const { api } = useConsole();
  const [source, setSource] = useState<string | undefined>();
  const [trace, setTrace] = useState<Trace | undefined>();
  useEffect(() => {
    const ending = new AbortController();
    let made: string | undefined;
    const path = `/v1/requests/${encodeURIComponent(id)}/trace`;
    const load = async () => {
      const answer = await api.send('GET', path, undefined, ending.signal);
      const blob = await answer.blob();
      setSource((made = URL.createObjectURL(blob)));
      if (blob.size > maxBytes) return;
      setTrace(await readTrace(new Uint8Array(await blob.arrayBuffer()), limits));
    };
    // Some requests have no trace. One that cannot be read can still be saved.
    load().catch(() => {});
    return () => {
      ending.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  if (source === undefined) return null;
  return (
    <section class="trace" aria-label="Trace">
      <h2>Trace</h2>
      {trace && <Shown trace={trace} />}
      <p>
        <a href={source} download={`trace-${id}.zip`}>
          Save the trace
        </a>{' '}
        <span class="quiet">
          with all messages of the browser; <code>tintype trace open</code> shows them
        </span>
      </p>
    </section>
  );
}

function Shown({ trace: { stages, requests, console: said, frames, counts } }: { trace: Trace }) {
  return (
    <>
      <Waterfall stages={stages} />
      {frames.length > 0 && <Frames frames={frames} />}
      {requests.length > 0 && (
        <details>
          <summary>Requests ({counts.requests})</summary>
          <Table label="Requests" columns={['Status', 'Start', 'Duration', 'URL']}>
            {requests.map(({ url, status, startMs, durationMs }, at) => (
              <tr key={at}>
                <td>{status}</td>
                <td class="number">{formatMs(startMs)}</td>
                <td class="number">{formatMs(durationMs)}</td>
                <th scope="row">
                  <code class="wrap">{url}</code>
                </th>
              </tr>
            ))}
          </Table>
          <Cut shown={requests.length} all={counts.requests} />
        </details>
      )}
      {said.length > 0 && (
        <details>
          <summary>Console of the page ({counts.console})</summary>
          <Table label="Console of the page" columns={['After', 'Level', 'Message']}>
            {said.map(({ atMs, level, text }, at) => (
              <tr key={at}>
                <td class="number">{formatMs(atMs)}</td>
                <td>{level}</td>
                <td>
                  <code class="wrap">{text}</code>
                </td>
              </tr>
            ))}
          </Table>
          <Cut shown={said.length} all={counts.console} />
        </details>
      )}
    </>
  );
}

function Cut({ shown, all }: { shown: number; all: number }) {
  return shown < all ? <p class="quiet">The first {shown} are shown.</p> : null;
}

function Frames({ frames }: { frames: Trace['frames'] }) {
  const [sources, setSources] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = frames.map(({ image }) =>
      URL.createObjectURL(new Blob([image], { type: 'image/jpeg' })),
    );
    setSources(made);
    return () => made.forEach((one) => URL.revokeObjectURL(one));
  }, [frames]);
  return (
    <div class="strip film" tabIndex={0} role="region" aria-label="Images of the load">
      {sources.map((source, at) => (
        <figure key={source}>
          <img src={source} alt="" />
          <figcaption class="quiet">{formatMs(frames[at]?.atMs ?? 0)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
