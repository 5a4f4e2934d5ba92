import { ApiError } from '../api.ts';
import { useConsole } from '../context.ts';
import { Link } from '../shell/link.tsx';

/** Returns true if the plan of the account has no tasks. */
export function isWithoutTasks(error: Error | undefined): error is ApiError {
  return error instanceof ApiError && error.code === 'plan_required';
}

/** Explains tasks to an account whose plan has none, and how to get them. */
export function NoTasks({ error }: { error: ApiError }) {
  const { session } = useConsole();
  return (
    <>
      <h1>Tasks</h1>
      <div class="empty">
        <p>
          <strong>Tasks render a page on a schedule.</strong>
        </p>
        <ul>
          <li>
            Every day at 09:00, on weekdays, every 15 minutes, or by a crontab, in any time zone
          </li>
          <li>Each run is stored; a webhook is optional</li>
          <li>A monitor compares runs, and notifies only if the page changed</li>
        </ul>
        <p>{error.message}</p>
        <p class="quiet">
          {session.who === 'operator' ? (
            <>
              Change the plan under <Link to="/console/accounts">Accounts</Link>.
            </>
          ) : (
            <>
              The operator of this service can change the plan. Until then, send{' '}
              <Link to="/console/playground">requests</Link> from your own scheduler.
            </>
          )}
        </p>
      </div>
    </>
  );
}
