import type { ScreencastRequest } from '@tintype/contract';
import { easings } from './easings.ts';

/** The parameters that say how a page is scrolled. */
export type ScrollParameters = Pick<
  ScreencastRequest,
  | 'scroll_by_amount'
  | 'scroll_by_delay'
  | 'scroll_by_duration'
  | 'scroll_back'
  | 'scroll_back_delay'
  | 'scroll_easing'
>;

/** One movement, or none where `from` is `to`. */
interface Movement {
  startMs: number;
  durationMs: number;
  from: number;
  to: number;
}

/**
 * Where a page that can be scrolled by `distancePx` stands at each moment, in px from its top.
 *
 * Steps of `scroll_by_amount`, the last one as long as what is left, share `scroll_by_duration` by their length, with
 * `scroll_by_delay` between them. After `scroll_back_delay` at the bottom one movement of `scroll_by_duration` leads back.
 *
 * @example
 * planScroll({ ...request, scroll_easing: 'linear' }, 2500)(600) // 1000: the first step is over
 */
export function planScroll(
  parameters: ScrollParameters,
  distancePx: number,
): (timeMs: number) => number {
  const ease = easings[parameters.scroll_easing];
  const movements = movementsOf(parameters, distancePx);
  return (timeMs) => {
    const current = movements.findLast(({ startMs }) => timeMs >= startMs);
    if (!current) return 0;
    const { startMs, durationMs, from, to } = current;
    const passed = Math.min(1, (timeMs - startMs) / durationMs);
    return from + (to - from) * ease(passed);
  };
}

function movementsOf(parameters: ScrollParameters, distancePx: number): Movement[] {
  if (distancePx <= 0) return [];
  const { scroll_by_amount: step, scroll_by_delay: pauseMs } = parameters;
  const { scroll_by_duration: totalMs, scroll_back_delay: backDelayMs } = parameters;
  const movements: Movement[] = [];
  let startMs = 0;
  for (let from = 0; from < distancePx; from += step) {
    const to = Math.min(distancePx, from + step);
    const durationMs = (totalMs * (to - from)) / distancePx;
    movements.push({ startMs, durationMs, from, to });
    startMs += durationMs + pauseMs;
  }
  if (parameters.scroll_back) {
    const backMs = startMs - pauseMs + backDelayMs;
    movements.push({ startMs: backMs, durationMs: totalMs, from: distancePx, to: 0 });
  }
  return movements;
}
