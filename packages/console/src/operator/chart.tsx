import { plot, type Minute } from './figures.ts';

interface ChartProps {
  title: string;
  minutes: readonly Minute[];
  series: Readonly<Record<string, (minute: Minute) => number | undefined>>;
  format(value: number): string;
  from: number;
  to: number;
}

/** Figures over time, as lines. Current values are also shown as text. */
export function Chart({ title, minutes, series, format, from, to }: ChartProps) {
  const { lines, highest } = plot(minutes, series, { from, to });
  const last = minutes.at(-1);
  const clock = (at: number) =>
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at * 1000);
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        <ul>
          {Object.entries(series).map(([name, read], index) => {
            const value = last && read(last);
            return (
              <li key={name} class={`series${index}`}>
                {name} {value === undefined ? '–' : format(value)}
              </li>
            );
          })}
        </ul>
      </figcaption>
      <svg viewBox="0 0 400 110" preserveAspectRatio="none" aria-hidden="true">
        {[0, 0.5, 1].map((y) => (
          <line key={y} class="grid" x1="0" x2="400" y1={105 - y * 100} y2={105 - y * 100} />
        ))}
        {lines.map(({ name, points }, index) => (
          <g key={name} class={`series${index}`}>
            {points.map((part) => (
              <polyline
                key={part[0]?.x}
                points={drawn(part)
                  .map(({ x, y }) => `${(x * 400).toFixed(1)},${(105 - y * 100).toFixed(1)}`)
                  .join(' ')}
              />
            ))}
          </g>
        ))}
      </svg>
      <div class="axis">
        <span>{clock(from)}</span>
        <span>top: {format(highest)}</span>
        <span>{clock(to)}</span>
      </div>
    </figure>
  );
}

/** Draws a single point as a short line, as it would be invisible. */
function drawn(part: readonly { x: number; y: number }[]) {
  const [only] = part;
  return part.length === 1 && only ? [only, { x: only.x + 0.004, y: only.y }] : part;
}
