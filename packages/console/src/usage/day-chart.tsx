import type { DayUsage } from '@tintype/client';
import { useState } from 'preact/hooks';
import { PlotArea } from '../charts/plot-area.tsx';
import { counts, valueTicks } from '../charts/ticks.ts';
import { countOf } from '../format.ts';
import { Table } from '../shell/table.tsx';
import { wholeSpan } from './day-bars.ts';

const shownDays = 31;
const unit = { ...counts, format: (value: number) => value.toLocaleString('en') };
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Renders by day, as bars and as numbers. */
export function DayChart({ days }: { days: readonly DayUsage[] }) {
  const [cursor, setCursor] = useState<number | undefined>();
  const span = wholeSpan(days, shownDays);
  const sum = span.reduce((total, { used }) => total + used, 0);
  const { ticks, top } = valueTicks(Math.max(...span.map(({ used }) => used)), unit);
  const width = 400 / shownDays;
  const used = span.filter((one) => one.used > 0).toReversed();
  const nameOf = (index: number) => dayFormat.format(new Date(span[index]?.day ?? 0));
  const textOf = (index: number) =>
    `${nameOf(index)}: ${countOf(span[index]?.used ?? 0, 'render')}`;
  return (
    <>
      <figure class="chart days">
        <figcaption>
          <strong>Renders by day</strong>
          <span class="quiet">
            {cursor === undefined
              ? `${sum.toLocaleString('en')} in ${shownDays} days (UTC)`
              : textOf(cursor)}
          </span>
        </figcaption>
        <PlotArea
          label="Renders by day"
          positions={span.map((_, index) => (index + 0.5) / shownDays)}
          cursor={cursor}
          onCursor={setCursor}
          textOf={textOf}
          valueTicks={ticks}
          timeTicks={span
            .map((_, index) => ({ at: (index + 0.5) / shownDays, text: nameOf(index) }))
            .filter((_, index) => (shownDays - 1 - index) % 7 === 2)}
        >
          {span.map(({ day, used: count }, index) => {
            const height = (count / top) * 100;
            return (
              <rect
                key={day}
                x={index * width + width * 0.15}
                y={100 - height}
                width={width * 0.7}
                height={height}
              />
            );
          })}
        </PlotArea>
      </figure>
      {used.length > 0 && (
        <details>
          <summary>Show as a table</summary>
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
