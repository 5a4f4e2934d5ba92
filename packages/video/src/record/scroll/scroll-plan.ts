import { frameCount, scrollDefaults, type ScreencastRequest } from '@tintype/contract';

/** The position of a movement, 0 to 1, after a part of its time, 0 to 1. */
type Easing = (passed: number) => number;

function easeIn(power: number): Easing {
  return (passed) => passed ** power;
}

function easeOut(power: number): Easing {
  return (passed) => 1 - (1 - passed) ** power;
}

/** The first half eases in, the second out. */
function easeInOut(power: number): Easing {
  return (passed) =>
    passed < 0.5 ? (2 * passed) ** power / 2 : 1 - (2 * (1 - passed)) ** power / 2;
}

export const easings: Readonly<Record<ScreencastRequest['scroll_easing'], Easing>> = {
  linear: (passed) => passed,
  ease_in_quad: easeIn(2),
  ease_out_quad: easeOut(2),
  ease_in_out_quad: easeInOut(2),
  ease_in_cubic: easeIn(3),
  ease_out_cubic: easeOut(3),
  ease_in_out_cubic: easeInOut(3),
  ease_in_quart: easeIn(4),
  ease_out_quart: easeOut(4),
  ease_in_out_quart: easeInOut(4),
  ease_in_quint: easeIn(5),
  ease_out_quint: easeOut(5),
  ease_in_out_quint: easeInOut(5),
};

/** The parameters that say how a page is scrolled. */
export type ScrollParameters = Pick<
  ScreencastRequest,
  'duration' | 'fps' | 'scroll_easing' | keyof StepParameters
>;

/** Parameters that request steps. */
type StepParameters = Pick<
  ScreencastRequest,
  | 'scroll_by_amount'
  | 'scroll_by_delay'
  | 'scroll_by_duration'
  | 'scroll_back'
  | 'scroll_back_delay'
>;

/** One movement, or none where `from` is `to`. */
interface Movement {
  startMs: number;
  durationMs: number;
  from: number;
  to: number;
}

/**
 * Position of a page that can be scrolled by `distancePx` at each time, in px from its top: in one
 * movement to its end, where it is in the last frame, or in steps if one of their parameters is
 * given.
 *
 * Steps of `scroll_by_amount`, the last one as long as the rest, share `scroll_by_duration` by
 * their length, with `scroll_by_delay` between them. After `scroll_back_delay` at the bottom one
 * movement of `scroll_by_duration` leads back.
 * @example
 * planScroll({ duration: 5, fps: 30, scroll_easing: 'linear', scroll_back: true }, 2500)(600);
 * // 1000: the first step is over
 */
export function planScroll(
  parameters: ScrollParameters,
  distancePx: number,
): (timeMs: number) => number {
  const ease = easings[parameters.scroll_easing];
  const movements = isInSteps(parameters)
    ? stepsOf(parameters, distancePx)
    : wholeWay(parameters, distancePx);
  return (timeMs) => {
    const current = movements.findLast(({ startMs }) => timeMs >= startMs);
    if (!current) return 0;
    const { startMs, durationMs, from, to } = current;
    const passed = Math.min(1, (timeMs - startMs) / durationMs);
    return from + (to - from) * ease(passed);
  };
}

function isInSteps(parameters: StepParameters): boolean {
  const { scroll_by_amount, scroll_by_delay, scroll_by_duration } = parameters;
  const { scroll_back, scroll_back_delay } = parameters;
  const asked = [
    scroll_by_amount,
    scroll_by_delay,
    scroll_by_duration,
    scroll_back,
    scroll_back_delay,
  ];
  return asked.some((value) => value !== undefined);
}

function wholeWay({ duration, fps }: ScrollParameters, distancePx: number): Movement[] {
  const lastFrameMs = ((frameCount({ duration, fps }) - 1) * 1000) / fps;
  if (distancePx <= 0 || lastFrameMs === 0) return [];
  return [{ startMs: 0, durationMs: lastFrameMs, from: 0, to: distancePx }];
}

function stepsOf(parameters: StepParameters, distancePx: number): Movement[] {
  if (distancePx <= 0) return [];
  const { amountPx, delayMs, durationMs: usualMs, back, backDelayMs } = scrollDefaults;
  const { scroll_by_amount: step = amountPx, scroll_by_delay: pauseMs = delayMs } = parameters;
  const { scroll_by_duration: totalMs = usualMs, scroll_back = back } = parameters;
  const { scroll_back_delay: backPauseMs = backDelayMs } = parameters;
  const movements: Movement[] = [];
  let startMs = 0;
  for (let from = 0; from < distancePx; from += step) {
    const to = Math.min(distancePx, from + step);
    const durationMs = (totalMs * (to - from)) / distancePx;
    movements.push({ startMs, durationMs, from, to });
    startMs += durationMs + pauseMs;
  }
  if (scroll_back) {
    const backMs = startMs - pauseMs + backPauseMs;
    movements.push({ startMs: backMs, durationMs: totalMs, from: distancePx, to: 0 });
  }
  return movements;
}
