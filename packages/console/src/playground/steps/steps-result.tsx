import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatMs } from '../../format.ts';
import { FileView } from '../../shell/file-view.tsx';
import type { StepsRun } from './run-steps.ts';

/** Images after steps: all of them small, and one large. */
export function StepsResult({ run }: { run: StepsRun }) {
  const { images, failure, totalMs, isCut } = run;
  const shown = useMemo(
    () =>
      [
        ...images,
        ...(failure?.image ? [{ ...failure, blob: failure.image, isFailed: true }] : []),
      ].map((one) => ({ isFailed: false, ...one, source: URL.createObjectURL(one.blob) })),
    [run],
  );
  useEffect(() => () => shown.forEach(({ source }) => URL.revokeObjectURL(source)), [shown]);
  const [at, setAt] = useState(shown.length - 1);
  const chosen = shown[at];
  const strip = useRef<HTMLOListElement>(null);
  // The chosen image is the last one.
  useEffect(() => strip.current?.scrollTo({ left: strip.current.scrollWidth }), []);
  return (
    <article class="result">
      <p class="facts">
        <strong>{failure ? `Step ${failure.step + 1} failed` : 'All steps finished'}</strong>, in{' '}
        {formatMs(totalMs)}
      </p>
      {failure && (
        <div class="problem" role="alert">
          <p>
            {failure.step + 1} {failure.title}: {failure.message}
          </p>
        </div>
      )}
      {isCut && <p class="quiet">Only the images after the last 10 steps are shown.</p>}
      <ol ref={strip} class="strip step-images">
        {shown.map(({ step, title, source, isFailed }, index) => (
          <li key={source}>
            <button type="button" aria-pressed={index === at} onClick={() => setAt(index)}>
              <span class="thumbnail">
                <img src={source} alt="" />
              </span>
              <span>
                {step + 1} {title}
              </span>
              {isFailed && <span class="bad">failed</span>}
            </button>
          </li>
        ))}
      </ol>
      {chosen && (
        <FileView
          source={chosen.source}
          mediaType={chosen.blob.type || 'image/webp'}
          read={() => Promise.resolve(chosen.blob)}
        />
      )}
    </article>
  );
}
