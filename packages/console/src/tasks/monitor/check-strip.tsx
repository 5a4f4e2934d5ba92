import type { MonitorCheck } from '@tintype/contract/wire';
import { formatTime, percentOf } from '../../format.ts';
import { pathOf } from './check-text.ts';

interface CheckStripProps {
  checks: readonly MonitorCheck[];
  /** Request of the shown check. */
  shown: string;
  onShow(request: string): void;
}

/** Checks with their images, newest first. */
export function CheckStrip({ checks, shown, onShow }: CheckStripProps) {
  return (
    <div class="strip" role="group" aria-label="Checks" tabIndex={0}>
      {checks.map(({ request, at, outcome, score, overlay, after }) => {
        const image = pathOf(overlay) ?? pathOf(after?.image);
        return (
          <button
            key={request}
            type="button"
            class={`run ${outcome}`}
            aria-pressed={request === shown}
            onClick={() => onShow(request)}
          >
            <span class="thumbnail">
              {image ? (
                <img src={image} alt="" loading="lazy" decoding="async" />
              ) : (
                <span class="no-image">{outcome}</span>
              )}
            </span>
            <span class="quiet">
              <strong class={outcome === 'failed' ? 'bad' : outcome}>{outcome}</strong>{' '}
              {score !== undefined && score > 0 && `${percentOf(score)} `}
              {formatTime(at)}
            </span>
          </button>
        );
      })}
    </div>
  );
}
