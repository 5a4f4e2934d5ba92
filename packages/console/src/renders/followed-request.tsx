import type { RequestState } from '@tintype/client';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { useConsole } from '../context.ts';
import { formatTime, formatMs } from '../format.ts';
import { ReceiptView } from '../viewer/receipt-view.tsx';
import { FileView } from '../shell/file-view.tsx';
import { CopyLink } from '../viewer/copy-link.tsx';
import { useObjectUrl } from '../viewer/use-object-url.ts';
import { Link } from '../shell/link.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Comparison } from './comparison.tsx';
import { filePath, mediaTypeOf } from './request-state.ts';
import { lazy } from '../shell/lazy.tsx';
import { Pending } from '../shell/pending.tsx';

const pollMs = 1_000;

/** Loaded when it is shown: the playground shows requests, too. */
export const LazyTrace = lazy<{ id: string; isOpen: boolean }>(
  async () => (await import('./trace/trace-section.tsx')).TraceSection,
);

/** A request, reloaded until it has ended. */
export function FollowedRequest({ id, onMissing }: { id: string; onMissing?: () => void }) {
  const { api } = useConsole();
  const { value, error, reload } = useLoaded(
    (signal) =>
      api.json<RequestState>('GET', `/v1/requests/${encodeURIComponent(id)}`, undefined, signal),
    [id],
    (state) => (state?.finished === undefined ? pollMs : undefined),
  );
  const isMissing = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isMissing) onMissing?.();
  }, [isMissing]);
  if (value && !isMissing) return <RequestView request={value} />;
  return <Pending error={error} onRetry={reload} lines={5} />;
}

function RequestView({ request }: { request: RequestState }) {
  const { status, api, url, created, wait_ms, duration_ms, error, receipt, outputs } = request;
  return (
    <article class="result">
      <p class="facts">
        <span class={`status ${status}`}>{status}</span> <strong>{api}</strong> {url}
      </p>
      <dl class="facts-list">
        <div>
          <dt>Created</dt>
          <dd>{formatTime(created)}</dd>
        </div>
        {wait_ms !== undefined && (
          <div>
            <dt>Queued</dt>
            <dd>{formatMs(wait_ms)}</dd>
          </div>
        )}
        {duration_ms !== undefined && (
          <div>
            <dt>Duration</dt>
            <dd>{formatMs(duration_ms)}</dd>
          </div>
        )}
        <div>
          <dt>ID</dt>
          <dd>
            <code>{request.id}</code>
          </dd>
        </div>
      </dl>
      {url !== undefined && api !== 'captures' && (
        <p>
          <Link to={`/console/playground?kind=${api}&url=${encodeURIComponent(url)}`}>
            Open in the playground
          </Link>
        </p>
      )}
      {error && <p class="problem">{error.message}</p>}
      {status === 'failed' && <LazyTrace id={request.id} isOpen />}
      <StoredFile file={request} />
      <Comparison key={request.id} request={request} />
      {outputs?.map((output) => (
        <section key={output.name} aria-label={output.name}>
          <h2>{output.name}</h2>
          {output.error && <p class="problem">{output.error.message}</p>}
          <StoredFile file={output} />
        </section>
      ))}
      <ReceiptView receipt={receipt} />
      {status === 'succeeded' && <LazyTrace id={request.id} isOpen={false} />}
      {request.metadata && (
        <details>
          <summary>Metadata</summary>
          <pre tabIndex={0}>{JSON.stringify(request.metadata, undefined, 2)}</pre>
        </details>
      )}
    </article>
  );
}

type Stored = Pick<RequestState, 'file' | 'expires'>;

function StoredFile({ file }: { file: Stored }) {
  const { api } = useConsole();
  const path = filePath(file);
  if (path === undefined) {
    return file.file === undefined ? null : <p class="quiet">The file has expired.</p>;
  }
  const mediaType = mediaTypeOf(path);
  const read = async (signal?: AbortSignal) =>
    (await api.send('GET', path, undefined, signal)).blob();
  const copy = <CopyLink link={file.file ?? ''} expires={file.expires} />;
  if (mediaType === 'application/pdf') return <StoredPdf {...{ path, read }}>{copy}</StoredPdf>;
  return <FileView {...{ source: path, mediaType, read }}>{copy}</FileView>;
}

interface StoredPdfProps {
  path: string;
  children: ComponentChildren;
  read(signal: AbortSignal): Promise<Blob>;
}

/** A PDF, shown from memory: the service forbids framing its files. */
function StoredPdf({ path, read, children }: StoredPdfProps) {
  const { value, error, reload } = useLoaded(read, [path]);
  const source = useObjectUrl(value);
  if (!value || !source) return <Pending error={error} onRetry={reload} lines={8} />;
  const name = path.split('/').at(-1);
  return (
    <FileView mediaType="application/pdf" read={() => Promise.resolve(value)} {...{ source, name }}>
      {children}
    </FileView>
  );
}
