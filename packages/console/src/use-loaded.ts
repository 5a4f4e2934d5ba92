import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiError } from './api.ts';

/** Data of the service. */
export interface Loaded<T> {
  value: T | undefined;
  error: Error | undefined;
  reload(): void;
}

/** Loads data now, on changes of dependencies, and at intervals while the page is visible. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
  everyMs?: number | ((value: T | undefined) => number | undefined),
): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: Error; key?: string }>({});
  const [round, setRound] = useState(0);
  const key = JSON.stringify(keys);
  useEffect(() => {
    const ending = new AbortController();
    load(ending.signal).then(
      (value) => {
        if (!ending.signal.aborted) setState({ value, key });
      },
      (error: Error) => {
        if (!ending.signal.aborted) setState((before) => ({ ...before, error, key }));
      },
    );
    return () => ending.abort();
  }, [key, round]);
  const current = state.key === key ? state : {};
  const isMissing = current.error instanceof ApiError && current.error.status === 404;
  const intervalMs = typeof everyMs === 'function' ? everyMs(current.value) : everyMs;
  const pauseMs = isMissing ? undefined : intervalMs;
  useEffect(() => {
    if (pauseMs === undefined) return undefined;
    const next = () => setRound((before) => before + 1);
    const onShown = () => {
      if (!document.hidden) next();
    };
    const timer = setTimeout(() => {
      // The page is hidden: it is loaded when it becomes visible.
      if (document.hidden) document.addEventListener('visibilitychange', onShown);
      else next();
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [pauseMs, state, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { value: current.value, error: current.error, reload };
}
