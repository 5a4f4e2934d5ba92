import type { MonitorCheck, MonitorSnapshot } from '@tintype/contract/wire';
import { countOf, formatTime, percentOf } from '../../format.ts';
import { ImageViews } from '../../renders/image-views.tsx';
import { DiffView } from '../../shell/diff-view.tsx';
import { Link } from '../../shell/link.tsx';
import { pathOf } from './check-text.ts';

interface CheckViewProps {
  check: MonitorCheck;
  /** The accepted page. */
  baseline: MonitorSnapshot | undefined;
  onAccept(as: 'baseline' | 'variant'): void;
}

const verdicts: Readonly<Record<MonitorCheck['outcome'], string>> = {
  calibrating: 'The first load.',
  baseline: 'This page is accepted. What differed from the first load is left out.',
  same: 'Nothing changed.',
  variant: 'The page equals another accepted page.',
  unconfirmed: 'The page differs. It is loaded again.',
  changed: 'The page changed.',
  failed: 'The page failed to load. This does not count as a change.',
};

/** One check: its verdict, what differs, and how to accept it. */
export function CheckView({ check, baseline, onAccept }: CheckViewProps) {
  const { request, at, outcome, visual, text, status, metadata, error, note } = check;
  const [before, after, overlay] = [
    pathOf(check.before?.image),
    pathOf(check.after?.image),
    pathOf(check.overlay),
  ];
  const isAccepted = baseline?.request === request;
  const changes = { ...(status && { status }), ...metadata };
  return (
    <article class="comparison" aria-label="Check">
      <h2>{formatTime(at)}</h2>
      <p>
        {verdicts[outcome]} {check.recovered && 'The page works again. '}
        {visual && visual.changed > 0 && (
          <>
            {percentOf(visual.changed)} of the pixels differ, in{' '}
            {countOf(visual.region_count, 'region')}.{' '}
          </>
        )}
        {text && text.added + text.removed > 0 && (
          <>
            {countOf(text.added, 'line')} added, {countOf(text.removed, 'line')} removed.{' '}
          </>
        )}
        <Link to={`/console/renders/${request}`}>Show the render</Link>
      </p>
      {error && <p class="problem">{error}</p>}
      {note && <p class="quiet">{note}</p>}
      {before && after ? (
        <ImageViews
          {...{ before, after }}
          titles={['Before', 'This check']}
          first={overlay ? 'picture' : 'side'}
        >
          {overlay ? (
            <Overlay source={overlay} />
          ) : (
            <p class="quiet">No image of the differences.</p>
          )}
        </ImageViews>
      ) : (
        overlay && <Overlay source={overlay} />
      )}
      {Object.entries(changes).map(([name, change]) => (
        <p key={name}>
          <strong>{name}</strong>: <span class="bad">{change.before ?? 'none'}</span> →{' '}
          <span class="good">{change.after ?? 'none'}</span>
        </p>
      ))}
      {text && text.diff !== '' && <DiffView diff={text.diff} />}
      {outcome !== 'failed' && outcome !== 'calibrating' && !isAccepted && (
        <p class="actions">
          <button type="button" onClick={() => onAccept('variant')}>
            Accept this page too
          </button>
          <button type="button" onClick={() => onAccept('baseline')}>
            Accept only this page
          </button>
        </p>
      )}
    </article>
  );
}

function Overlay({ source }: { source: string }) {
  return (
    <div class="plate scroll" tabIndex={0} role="region" aria-label="The differences">
      <img src={source} alt="The later page, pale, with the regions that differ" />
    </div>
  );
}
