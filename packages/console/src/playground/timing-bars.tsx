import type { StepTiming } from '@tintype/contract/headers';
import { formatMs } from '../format.ts';

/** Where the time went: a bar for each stage. */
export function TimingBars({ timings, title }: { timings: readonly StepTiming[]; title: string }) {
  if (timings.length === 0) return null;
  const longest = Math.max(1, ...timings.map(({ durationMs }) => durationMs));
  return (
    <figure class="timings">
      <figcaption>{title}</figcaption>
      <table>
        <tbody>
          {timings.map(({ stage, durationMs }) => (
            <tr key={stage}>
              <th scope="row">{stage}</th>
              <td>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.max(0.5, (durationMs / longest) * 100)} height="8" />
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
