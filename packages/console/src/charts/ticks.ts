/** A position from 0 to 1, and its label. */
export interface Tick {
  at: number;
  text: string;
}

/** A unit of values: its labels, and the next round step of at least a value. */
export interface Unit {
  format(value: number): string;
  step(least: number): number;
}

/** Returns the next of 1, 2, 5 and 10, with zeros. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  // Computed powers and quotients differ from round numbers in their last digits.
  const step = [1, 2, 5].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return step * power;
}

const minuteMs = 60_000;

/** Whole numbers. */
export const counts: Omit<Unit, 'format'> = { step: (least) => Math.max(1, roundStep(least)) };

/** Milliseconds: from a minute on in round minutes. */
export const durations: Omit<Unit, 'format'> = {
  step: (least) =>
    least > minuteMs / 3 ? minuteMs * counts.step(least / minuteMs) : counts.step(least),
};

/** Maximum number of steps between the ticks of values. */
const maxSteps = 4;

/** Returns round ticks from 0 to at least the largest value, and the last tick's value. */
export function valueTicks(largest: number, unit: Unit): { ticks: Tick[]; top: number } {
  const step = unit.step(Math.max(largest, Number.MIN_VALUE) / maxSteps);
  const steps = Math.max(1, Math.ceil((largest / step) * (1 - 1e-9)));
  const ticks = Array.from({ length: steps + 1 }, (_, n) => ({
    at: n / steps,
    text: unit.format(n * step),
  }));
  return { ticks, top: steps * step };
}

const stepsS = [60, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 86_400];
const maxTimes = 6;

/** Returns ticks at round local times, in Unix seconds; `offsetS` is added to UTC. */
export function timeTicks(
  { from, to }: { from: number; to: number },
  offsetS = -60 * new Date(to * 1000).getTimezoneOffset(),
): Tick[] {
  const step = stepsS.find((each) => (to - from) / each <= maxTimes) ?? 86_400;
  const first = Math.ceil((from + offsetS) / step) * step;
  const count = Math.max(0, Math.floor((to + offsetS - first) / step) + 1);
  return Array.from({ length: count }, (_, n) => ({
    at: (first + n * step - offsetS - from) / (to - from),
    text: new Date((first + n * step) * 1000).toISOString().slice(11, 16),
  }));
}
