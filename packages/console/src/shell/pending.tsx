import { ApiError } from '../api.ts';

/** An error of the service, and a button to retry. */
export function Problem({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const details = error instanceof ApiError ? error.details : [];
  // A missing resource does not appear on a retry.
  const isMissing = error instanceof ApiError && error.status === 404;
  const others = details.filter(({ message }) => message !== error.message);
  return (
    <div class="problem" role="alert">
      <p>{error.message}</p>
      {others.length > 1 && (
        <ul>
          {others.slice(0, 10).map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {error instanceof ApiError && <code>{error.code}</code>}
      {onRetry && !isMissing && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Placeholder while data is loaded. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div class="skeleton-lines" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class="skeleton" />
      ))}
    </div>
  );
}

/** An error, or a placeholder while data is loaded. */
export function Pending({
  error,
  onRetry,
  lines,
}: {
  error: Error | undefined;
  onRetry: () => void;
  lines: number;
}) {
  return error ? <Problem error={error} onRetry={onRetry} /> : <Skeleton lines={lines} />;
}
