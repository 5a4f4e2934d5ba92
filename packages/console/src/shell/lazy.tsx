import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem, Skeleton } from './pending.tsx';

/** Creates a page that is loaded when it is shown. */
export function lazy(load: () => Promise<FunctionComponent>): FunctionComponent {
  return () => <Lazy load={load} />;
}

function Lazy({ load }: { load: () => Promise<FunctionComponent> }) {
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
