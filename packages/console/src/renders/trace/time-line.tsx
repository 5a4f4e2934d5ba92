import type { Trace } from '@tintype/contract/trace';
import { useMemo } from 'preact/hooks';
import { formatMs } from '../../format.ts';
import { placeOf, stagesAt } from './trace-times.ts';

interface TimeLineProps {
  trace: Trace;
  endMs: number;
  atMs: number;
  onTime(atMs: number): void;
}

/** Height of the rows of the drawing. */
const rows = { stages: 6, requests: 16, frames: 6 } as const;

/** Stages, requests and images over time. A time is chosen by pointer, or by the slider below. */
export function TimeLine({ trace, endMs, atMs, onTime }: TimeLineProps) {
  const { stages, requests, frames, console: messages } = trace;
  const choose = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / Math.max(1, width);
    onTime(Math.round(Math.min(1, Math.max(0, share)) * endMs));
  };
  // Up to 3,000 marks, which a movement of the pointer does not change.
  const drawing = useMemo(
    () => (
      <>
        <rect class="base" width="100" height="30" />
        {stages.map((stage, at) => {
          const { left, width } = placeOf(stage, endMs);
          return (
            <rect key={at} class={`series${at % 3}`} x={left} y="1" width={width} height={4} />
          );
        })}
        {requests.map((request, at) => {
          const { left, width } = placeOf(request, endMs);
          // In turn, so that concurrent requests are visible.
          const y = rows.stages + 1 + (at % 8) * (rows.requests / 8);
          return <rect key={at} class="request-bar" x={left} y={y} width={width} height={1.4} />;
        })}
        {[...frames, ...messages.filter(({ level }) => level === 'error')].map((one, at) => (
          <rect
            key={at}
            class={'image' in one ? 'frame-mark' : 'error-mark'}
            x={placeOf({ startMs: one.atMs, durationMs: 0 }, endMs).left}
            y={rows.stages + rows.requests + 1}
            width="0.4"
            height={rows.frames}
          />
        ))}
      </>
    ),
    [trace, endMs],
  );
  const running = stagesAt(stages, atMs).join(', ');
  return (
    <div class="time-line">
      <svg
        viewBox="0 0 100 30"
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerMove={choose}
      >
        {drawing}
        <line class="cursor" x1={(atMs / endMs) * 100} x2={(atMs / endMs) * 100} y1="0" y2="30" />
      </svg>
      <label>
        <span class="hidden">Time in the trace</span>
        <input
          type="range"
          min={0}
          max={Math.ceil(endMs)}
          value={atMs}
          aria-valuetext={`${formatMs(atMs)}${running && `, ${running}`}`}
          onInput={(event) => onTime(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  );
}
