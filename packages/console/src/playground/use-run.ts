import { useEffect, useRef, useState } from 'preact/hooks';
import type { AskedRender } from './create-link.ts';
import type { Result } from './result.ts';
import type { StepsRun } from './steps/run-steps.ts';

/** A render of the form, or its steps with an image after each. */
export interface Run {
  startedAt?: number;
  result?: Result;
  asked?: AskedRender;
  steps?: StepsRun;
  error?: Error;
}

/** Returns the current run; the next one aborts it. */
export function useRun() {
  const [run, setRun] = useState<Run | undefined>();
  const ending = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const begin = async (work: (signal: AbortSignal) => Promise<Run>) => {
    ending.current?.abort();
    const controller = new AbortController();
    ending.current = controller;
    setRun({ startedAt: performance.now() });
    const next = await work(controller.signal).catch((error: Error) => ({ error }));
    if (!controller.signal.aborted) setRun(next);
  };
  const stop = () => {
    ending.current?.abort();
    setRun(undefined);
  };
  return { run, begin, stop };
}
