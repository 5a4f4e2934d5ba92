import type { RequestState } from '@tintype/client';
import { useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { formatTime } from '../format.ts';
import { Link } from '../shell/link.tsx';
import { Pending } from '../shell/pending.tsx';
import { useLoaded } from '../use-loaded.ts';
import { ComparedFiles } from './compare/compared-files.tsx';
import { comparedAs } from './compare/compared-pair.ts';
import { findEarlier } from './earlier-request.ts';

/** Compares a render with the one before, if both have a file that can be compared. */
export function Comparison({ request }: { request: RequestState }) {
  const [isOpen, setOpen] = useState(false);
  if (comparedAs(request) === undefined) return null;
  if (isOpen) return <Opened request={request} />;
  return (
    <p>
      <button type="button" onClick={() => setOpen(true)}>
        Compare with the previous render
      </button>
    </p>
  );
}

function Opened({ request }: { request: RequestState }) {
  const { api } = useConsole();
  const { value, error, reload } = useLoaded(
    async (signal) => ({ earlier: await findEarlier(api, request, signal) }),
    [request.id],
  );
  if (!value) return <Pending error={error} onRetry={reload} lines={3} />;
  const { earlier } = value;
  if (earlier === undefined) {
    return <p class="quiet">No previous render with a stored file.</p>;
  }
  return (
    <section class="comparison" aria-label="Comparison">
      <h2>Compared with the previous render</h2>
      <p class="quiet">
        <Link to={`/console/renders/${earlier.id}`}>{formatTime(earlier.created)}</Link>, and{' '}
        {formatTime(request.created)}
      </p>
      <ComparedFiles before={earlier} after={request} titles={['Before', 'This one']} />
    </section>
  );
}
