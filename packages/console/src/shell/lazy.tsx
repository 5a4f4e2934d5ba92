import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';

/** A page that is loaded when it is first shown. */
export function Lazy({ load }: { load: () => Promise<FunctionComponent> }) {
  const [state, setState] = useState<{ Page?: FunctionComponent; error?: Error }>({});
  useEffect(() => {
    load().then(
      (Page) => setState({ Page }),
      (error: Error) => setState({ error }),
    );
  }, []);
  const { Page, error } = state;
  if (error) return <Problem error={error} />;
  return Page ? <Page /> : <Skeleton lines={6} />;
}
