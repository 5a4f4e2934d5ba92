import type { ScreencastRequest } from '@tintype/contract';

/** The position of a movement, 0 to 1, after a part of its time, 0 to 1. */
export type Easing = (passed: number) => number;

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

/** The movements of `scroll_easing`. */
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
