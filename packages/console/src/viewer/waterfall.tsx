import { formatMs } from '../format.ts';
import {
  axisTicks,
  endOf,
  partTotals,
  tickLabel,
  waterfallRows,
  type WaterfallStage,
} from './waterfall-rows.ts';

interface WaterfallProps {
  stages: readonly WaterfallStage[];
  /** Default: the total. */
  title?: string;
}

/** Queue, load and capture of a render on one axis of time. */
export function Waterfall({ stages, title }: WaterfallProps) {
  const rows = waterfallRows(stages);
  if (rows.length === 0) return null;
  const endMs = endOf(rows);
  const ticks = axisTicks(endMs);
  const at = (ms: number) => (ms / endMs) * 100;
  return (
    <figure class="timings">
      <figcaption class="bar">
        <span>{title ?? `Stages, ${formatMs(endMs)} in total`}</span>
        {partTotals(rows).map(([part, ms]) => (
          <span key={part} class={`legend ${part}`}>
            {part} {formatMs(ms)}
          </span>
        ))}
      </figcaption>
      <table>
        <tbody>
          {rows.map(({ stage, startMs, durationMs, part }, row) => (
            <tr key={row} title={`${stage}: starts at ${formatMs(startMs)}`}>
              <th scope="row">{stage}</th>
              <td>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  {ticks.map((ms) => (
                    <line key={ms} class="grid" x1={at(ms)} x2={at(ms)} y2="8" />
                  ))}
                  <rect
                    class={part}
                    x={Math.min(99.5, at(startMs))}
                    width={Math.max(0.5, at(durationMs))}
                    height="8"
                  />
                </svg>
              </td>
              <td class="number">{formatMs(durationMs)}</td>
            </tr>
          ))}
          <tr class="ticks" aria-hidden="true">
            <td />
            <td>
              {ticks.map((ms) => (
                <span key={ms} style={{ left: `${at(ms)}%` }}>
                  {tickLabel(ms, endMs)}
                </span>
              ))}
            </td>
            <td />
          </tr>
        </tbody>
      </table>
    </figure>
  );
}
