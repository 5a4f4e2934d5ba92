import { useState } from 'preact/hooks';
import { PlotArea } from '../charts/plot-area.tsx';
import { timeTicks, valueTicks, type Unit } from '../charts/ticks.ts';
import { plot, type Minute } from './figures.ts';

interface ChartProps {
  title: string;
  minutes: readonly Minute[];
  series: Readonly<Record<string, (minute: Minute) => number | undefined>>;
  unit: Unit;
  from: number;
  to: number;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Figures over time, as lines. The legend has the values under the cursor, or the last ones. */
export function Chart({ title, minutes, series, unit, from, to }: ChartProps) {
  const [cursorAt, setCursorAt] = useState<number | undefined>();
  const shown = minutes.filter(({ at }) => at >= from);
  const { lines, largest } = plot(shown, series, { from, to });
  const { ticks, top } = valueTicks(largest, unit);
  const found = shown.findIndex(({ at }) => at === cursorAt);
  const cursor = found === -1 ? undefined : found;
  const format = (value: number | undefined) => (value === undefined ? '–' : unit.format(value));
  const current = shown[cursor ?? shown.length - 1];
  const textOf = (index: number) => {
    const minute = shown[index];
    if (minute === undefined) return 'no data';
    const values = Object.entries(series).map(([name, read]) => `${name} ${format(read(minute))}`);
    return `${clock.format(minute.at * 1000)}: ${values.join(', ')}`;
  };
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        <ul>
          {cursor !== undefined && current && (
            <li class="quiet">{clock.format(current.at * 1000)}</li>
          )}
          {Object.entries(series).map(([name, read], index) => (
            <li key={name} class={`series${index}`}>
              {name} {format(current && read(current))}
            </li>
          ))}
        </ul>
      </figcaption>
      <PlotArea
        label={title}
        positions={shown.map(({ at }) => (at - from) / (to - from))}
        cursor={cursor}
        onCursor={(index) => setCursorAt(index === undefined ? undefined : shown[index]?.at)}
        textOf={textOf}
        valueTicks={ticks}
        timeTicks={timeTicks({ from, to })}
      >
        {lines.map(({ name, points }, index) => (
          <g key={name} class={`series${index}`}>
            {points.map((part) => (
              <polyline
                key={part[0]?.x}
                points={drawn(part)
                  .map(
                    ({ x, y }) => `${(x * 400).toFixed(1)},${(100 - (y / top) * 100).toFixed(1)}`,
                  )
                  .join(' ')}
              />
            ))}
          </g>
        ))}
      </PlotArea>
    </figure>
  );
}

/** Draws a single point as a short line, as it would be invisible. */
function drawn(part: readonly { x: number; y: number }[]) {
  const [only] = part;
  return part.length === 1 && only ? [only, { x: only.x + 0.004, y: only.y }] : part;
}
