import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Problem, Skeleton } from './pending.tsx';

/** Creates a component that is loaded when it is shown. */
export function lazy<Props extends object = object>(
  load: () => Promise<FunctionComponent<Props>>,
  Waiting: FunctionComponent = () => <Skeleton lines={6} />,
): FunctionComponent<Props> {
  return (props: Props) => {
    const [state, setState] = useState<{ Part?: FunctionComponent<Props>; error?: Error }>({});
    useEffect(() => {
      load().then(
        (Part) => setState({ Part }),
        (error: Error) => setState({ error }),
      );
    }, []);
    const { Part, error } = state;
    if (error) return <Problem error={error} />;
    return Part ? <Part {...props} /> : <Waiting />;
  };
}
