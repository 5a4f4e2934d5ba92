import { useEffect, useState } from 'preact/hooks';
import { formatMs } from '../format.ts';

/** Elapsed time of a running render. */
export function Waiting({ startedAt, onEnd }: { startedAt: number; onEnd(): void }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="waiting">
      <div class="skeleton plate" aria-busy="true" />
      <p>
        Rendering, for {formatMs(now - startedAt)}{' '}
        <button type="button" class="link" onClick={onEnd}>
          Stop
        </button>
      </p>
    </div>
  );
}
