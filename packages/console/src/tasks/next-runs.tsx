import type { TaskPreview } from '@tintype/client';
import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';

interface NextRunsProps {
  frequency: string;
  crontab: string | undefined;
  timezone: string;
}

/** The next runs of a task in its time zone, updated while the user types. */
export function NextRuns({ frequency, crontab, timezone }: NextRunsProps) {
  const { api } = useConsole();
  const [state, setState] = useState<{ preview?: TaskPreview; error?: string }>({});
  useEffect(() => {
    const ending = new AbortController();
    const body = { frequency, timezone, ...(crontab !== undefined && { crontab }) };
    const timer = setTimeout(() => {
      api.json<TaskPreview>('POST', '/v1/tasks/preview', body, ending.signal).then(
        (preview) => setState({ preview }),
        (error: Error) => {
          if (!ending.signal.aborted) setState({ error: error.message });
        },
      );
    }, 250);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [frequency, crontab, timezone]);
  const { preview, error } = state;
  return (
    <section class="next-runs" aria-label="Next runs" aria-live="polite">
      <h2>Next runs{preview && `, in ${preview.timezone}`}</h2>
      {error && <p class="field-problem">{error}</p>}
      {preview && (
        <ol>
          {preview.runs.map((at) => (
            <li key={at}>
              {new Intl.DateTimeFormat('en-GB', {
                weekday: 'short',
                day: 'numeric',
                month: 'short',
                year: 'numeric',
                hour: '2-digit',
                minute: '2-digit',
                timeZone: preview.timezone,
              }).format(at * 1000)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
