import type { ComponentChildren } from 'preact';
import { moved, nearest } from './cursor.ts';
import type { Tick } from './ticks.ts';

interface PlotProps {
  /** Name for screen readers. */
  label: string;
  /** Positions of the values from left to right, from 0 to 1. */
  positions: readonly number[];
  /** Index of the value under the cursor. */
  cursor: number | undefined;
  onCursor(index: number | undefined): void;
  /** The value of an index as a sentence. */
  textOf(index: number): string;
  valueTicks: readonly Tick[];
  timeTicks: readonly Tick[];
  /** Content of an SVG of 400 by 100. */
  children: ComponentChildren;
}

/** Axes around a drawing, and a cursor that follows the pointer and the arrow keys. */
export function PlotArea(props: PlotProps) {
  const { label, positions, cursor, onCursor, textOf, valueTicks, timeTicks, children } = props;
  const last = positions.length - 1;
  const shown = cursor === undefined ? undefined : positions[cursor];
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = moved(event.key, cursor ?? last, last);
    if (next === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    onCursor(next);
  };
  return (
    <div class="plot">
      <div class="value-axis" aria-hidden="true">
        {valueTicks.map(({ at, text }) => (
          <span key={at} style={{ bottom: `${at * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
      <div
        class="plot-area"
        tabIndex={0}
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={cursor ?? Math.max(0, last)}
        aria-valuetext={last < 0 ? 'no data' : textOf(cursor ?? last)}
        onKeyDown={onKey}
        onBlur={() => onCursor(undefined)}
        onPointerLeave={() => onCursor(undefined)}
        onPointerDown={(event) => onCursor(under(event, positions))}
        onPointerMove={(event) => onCursor(under(event, positions))}
      >
        <svg viewBox="0 0 400 100" preserveAspectRatio="none" aria-hidden="true">
          {valueTicks.map(({ at }) => (
            <line key={at} class="grid" x1="0" x2="400" y1={100 - at * 100} y2={100 - at * 100} />
          ))}
          {children}
          {shown !== undefined && (
            <line class="cursor" x1={shown * 400} x2={shown * 400} y1="0" y2="100" />
          )}
        </svg>
      </div>
      <div class="time-axis" aria-hidden="true">
        {timeTicks.map(({ at, text }) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

function under(event: PointerEvent, positions: readonly number[]): number | undefined {
  const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
  return nearest(positions, (event.clientX - left) / Math.max(1, width));
}
