import type { DayUsage } from '@tintype/client';
import { niceBound } from '../operator/figures.ts';
import { Table } from '../shell/table.tsx';
import { wholeSpan } from './day-bars.ts';

const shownDays = 31;

/** Renders by day, as bars and as numbers. */
export function DayChart({ days }: { days: readonly DayUsage[] }) {
  const span = wholeSpan(days, shownDays);
  const highest = niceBound(Math.max(...span.map(({ used }) => used)));
  const sum = span.reduce((total, { used }) => total + used, 0);
  const width = 400 / shownDays;
  const used = span.filter((one) => one.used > 0).toReversed();
  return (
    <>
      <figure class="chart days">
        <figcaption>
          <strong>Renders by day</strong>
          <span class="quiet">
            {sum.toLocaleString('en')} in {shownDays} days (UTC)
          </span>
        </figcaption>
        <svg viewBox="0 0 400 110" preserveAspectRatio="none" aria-hidden="true">
          {[0, 0.5, 1].map((y) => (
            <line key={y} class="grid" x1="0" x2="400" y1={105 - y * 100} y2={105 - y * 100} />
          ))}
          {span.map(({ day, used: count }, at) => {
            const height = (count / highest) * 100;
            return (
              <rect
                key={day}
                x={at * width + width * 0.15}
                y={105 - height}
                width={width * 0.7}
                height={height}
              >
                <title>{`${day}: ${count}`}</title>
              </rect>
            );
          })}
        </svg>
        <div class="axis">
          <span>{span[0]?.day}</span>
          <span>top: {highest.toLocaleString('en')}</span>
          <span>{span.at(-1)?.day}</span>
        </div>
      </figure>
      {used.length > 0 && (
        <details>
          <summary>As numbers</summary>
          <Table label="Renders by day" columns={['Day', 'Renders']}>
            {used.map(({ day, used: count }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td class="number">{count.toLocaleString('en')}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </>
  );
}
