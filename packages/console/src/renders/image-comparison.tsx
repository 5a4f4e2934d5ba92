import type { ComparisonFigures, RequestState } from '@tintype/client';
import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { countOf } from '../format.ts';
import { ImageViews } from './image-views.tsx';
import { filePath } from './request-state.ts';
import { Problem } from '../shell/pending.tsx';

interface Difference extends ComparisonFigures {
  source: string;
}

/** Two images: side by side, overlaid, and as a difference. */
export function ImageComparison({ before, after }: { before: RequestState; after: RequestState }) {
  const [old, now] = [filePath(before) ?? '', filePath(after) ?? ''];
  return (
    <ImageViews before={old} after={now} titles={['Before', 'This one']}>
      <Picture before={before.id} after={after.id} />
    </ImageViews>
  );
}

/** The difference, which the service computes on request. */
function Picture({ before, after }: { before: string; after: string }) {
  const { api } = useConsole();
  const [found, setFound] = useState<Difference | undefined>();
  const [error, setError] = useState<Error | undefined>();
  useEffect(() => {
    const ending = new AbortController();
    let made: string | undefined;
    const path = `/v1/requests/${encodeURIComponent(after)}/comparison?with=${encodeURIComponent(before)}`;
    const load = async () => {
      const answer = await api.send('GET', path, undefined, ending.signal);
      const difference = JSON.parse(
        answer.headers.get('x-tintype-comparison') ?? '{}',
      ) as Difference;
      made = URL.createObjectURL(await answer.blob());
      setFound({ ...difference, source: made });
    };
    load().catch((failure: Error) => {
      if (!ending.signal.aborted) setError(failure);
    });
    return () => {
      ending.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [before, after]);
  if (error) return <Problem error={error} />;
  if (found === undefined) return <div class="skeleton plate" aria-busy="true" />;
  const {
    changed,
    region_count: count,
    same_size: isSameSize,
    compared_rows: rows,
    source,
  } = found;
  const percent = changed * 100;
  return (
    <>
      <p role="status">
        {rows !== undefined && `Only the first ${rows} rows were compared. `}
        {changed === 0
          ? `No differences${rows === undefined ? '' : ' above that'}.`
          : `${percent < 0.01 ? 'Less than 0.01' : percent.toFixed(2)} % of the pixels differ`}
        {count > 0 && `, in ${countOf(count, 'region')}`}
        {!isSameSize && '; they differ in size'}
        {changed === 0 ? '' : '.'}
      </p>
      <div class="plate scroll" tabIndex={0} role="region" aria-label="The differences">
        <img src={source} alt="This one, pale, with the regions that differ" />
      </div>
    </>
  );
}
