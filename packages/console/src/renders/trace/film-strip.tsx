import type { Trace } from '@tintype/contract/trace';
import { formatMs } from '../../format.ts';

interface FilmStripProps {
  frames: Trace['frames'];
  /** Addresses of the images. */
  sources: readonly string[];
  /** Index of the shown image. */
  shown: number;
  onTime(atMs: number): void;
}

/** The images of the load; each is shown by pointer, focus or press. */
export function FilmStrip({ frames, sources, shown, onTime }: FilmStripProps) {
  if (sources.length === 0) return null;
  return (
    <div class="strip film" role="group" aria-label="Images of the load">
      {sources.map((source, at) => {
        const { atMs = 0 } = frames[at] ?? {};
        const show = () => onTime(atMs);
        return (
          <button
            key={source}
            type="button"
            aria-pressed={at === shown}
            onFocus={show}
            onPointerEnter={show}
            onClick={show}
          >
            <img src={source} alt="" />
            <span class="quiet">{formatMs(atMs)}</span>
          </button>
        );
      })}
    </div>
  );
}
