import type { RequestState } from '@tintype/client';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatTime } from '../format.ts';
import { Link } from '../shell/link.tsx';
import { useLoaded } from '../use-loaded.ts';
import { findEarlier } from './earlier-request.ts';
import { ImageComparison } from './image-comparison.tsx';
import { filePath, mediaTypeOf } from './request-state.ts';
import { TextComparison } from './text-comparison.tsx';
import { Pending } from '../shell/pending.tsx';

/** Compares a render with the one before, if both have a file that can be compared. */
export function Comparison({ request }: { request: RequestState }) {
  const { api } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const path = filePath(request);
  const type = path === undefined ? '' : mediaTypeOf(path);
  if (!/^(image|text)\/|json/.test(type)) return null;
  if (!isOpen) {
    return (
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          Compare with the previous render
        </button>
      </p>
    );
  }
  return <Opened api={api} request={request} isImage={type.startsWith('image/')} />;
}

function Opened({
  api,
  request,
  isImage,
}: {
  api: ReturnType<typeof useConsole>['api'];
  request: RequestState;
  isImage: boolean;
}) {
  const { value, error, reload } = useLoaded(
    async (signal) => ({ earlier: await findEarlier(api, request, signal) }),
    [request.id],
  );
  if (!value) return <Pending error={error} onRetry={reload} lines={3} />;
  const { earlier } = value;
  if (earlier === undefined) {
    return <p class="quiet">No previous render has its file any more.</p>;
  }
  return (
    <section class="comparison" aria-label="Comparison">
      <h2>Compared with the previous render</h2>
      <p class="quiet">
        <Link to={`/console/renders/${earlier.id}`}>{formatTime(earlier.created)}</Link>, and{' '}
        {formatTime(request.created)}
      </p>
      {isImage ? (
        <ImageComparison before={earlier} after={request} />
      ) : (
        <TextComparison before={earlier.id} after={request.id} />
      )}
    </section>
  );
}
