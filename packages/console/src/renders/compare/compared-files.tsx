import type { RequestState } from '@tintype/client';
import type { ComparisonFigures, TextFigures } from '@tintype/contract/wire';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../../context.ts';
import { DiffView } from '../../shell/diff-view.tsx';
import { Problem } from '../../shell/pending.tsx';
import { ImageViews } from '../image-views.tsx';
import { filePath } from '../request-state.ts';
import { verdictOf } from './compared-pair.ts';

/** The service's comparison of two files: an image of the regions that differ, or a diff. */
interface Found {
  figures: ComparisonFigures | TextFigures;
  overlay?: string;
  diff?: string;
}

interface ComparedFilesProps {
  before: RequestState;
  after: RequestState;
  titles: readonly [before: string, after: string];
  /** Shown below the verdict. */
  children?: ComponentChildren;
}

/** Two stored files: the verdict, then the images or texts. */
export function ComparedFiles({ before, after, titles, children }: ComparedFilesProps) {
  const { found, error } = useComparison(before.id, after.id);
  if (error) return <Problem error={error} />;
  if (found === undefined) return <div class="skeleton plate" aria-busy="true" />;
  const { figures, overlay, diff } = found;
  return (
    <>
      <p class={`verdict ${figures.same ? 'good' : 'changed'}`} role="status">
        {verdictOf(figures)}
      </p>
      {children}
      {overlay !== undefined && (
        <ImageViews before={filePath(before) ?? ''} after={filePath(after) ?? ''} titles={titles}>
          <div class="plate scroll" tabIndex={0} role="region" aria-label="The differences">
            <img src={overlay} alt="The later one, pale, with the regions that differ" />
          </div>
        </ImageViews>
      )}
      {diff !== undefined && diff !== '' && <DiffView diff={diff} />}
    </>
  );
}

function useComparison(before: string, after: string): { found?: Found; error?: Error } {
  const { api } = useConsole();
  const [state, setState] = useState<{ found?: Found; error?: Error }>({});
  useEffect(() => {
    const ending = new AbortController();
    let made: string | undefined;
    const load = async () => {
      const path = `/v1/requests/${encodeURIComponent(after)}/comparison?with=${encodeURIComponent(before)}`;
      const answer = await api.send('GET', path, undefined, ending.signal);
      const { headers } = answer;
      const figures = JSON.parse(headers.get('x-tintype-comparison') ?? '{}') as Found['figures'];
      if (!headers.get('content-type')?.startsWith('image/')) {
        const diff = await answer.text();
        if (!ending.signal.aborted) setState({ found: { figures, diff } });
        return;
      }
      const image = await answer.blob();
      if (ending.signal.aborted) return;
      made = URL.createObjectURL(image);
      setState({ found: { figures, overlay: made } });
    };
    setState({});
    load().catch((error: Error) => {
      if (!ending.signal.aborted) setState({ error });
    });
    return () => {
      ending.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [before, after]);
  return state;
}
