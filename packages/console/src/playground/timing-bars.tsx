import type { StepTiming } from '@tintype/contract/headers';
import { formatMs } from '../format.ts';

/** A stage, and its start if it is known. */
interface StageBar extends StepTiming {
  startMs?: number;
}

/** A bar for each stage. */
export function TimingBars({
  timings,
  title,
}: {
  timings: readonly StageBar[];
  title: string | ((wholeMs: number) => string);
}) {
  const shown = timings.filter(({ durationMs }) => Math.round(durationMs) > 0);
  if (shown.length === 0) return null;
  const endMs = Math.max(1, ...timings.map(({ startMs = 0, durationMs }) => startMs + durationMs));
  return (
    <figure class="timings">
      <figcaption>{typeof title === 'string' ? title : title(endMs)}</figcaption>
      <table>
        <tbody>
          {shown.map(({ stage, startMs = 0, durationMs }, at) => (
            <tr key={at}>
              <th scope="row">{stage}</th>
              <td>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect
                    x={Math.min(99.5, (startMs / endMs) * 100)}
                    width={Math.max(0.5, (durationMs / endMs) * 100)}
                    height="8"
                  />
                </svg>
              </td>
              <td class="number">{formatMs(durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
