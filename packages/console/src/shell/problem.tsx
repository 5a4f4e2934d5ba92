import { ApiError } from '../api.ts';

/** An error, in the words of the service, and what to do about it. */
export function Problem({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const details = error instanceof ApiError ? error.details : [];
  // What is not there does not come by asking again.
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
