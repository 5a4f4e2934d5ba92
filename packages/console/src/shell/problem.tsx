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
