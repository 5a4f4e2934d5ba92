import { roundStep } from '../charts/ticks.ts';

/** A stage of a render, or a wait before it. */
export interface WaterfallStage {
  stage: string;
  /** Milliseconds since the start of the first one; absent if unknown. */
  startMs?: number;
  durationMs: number;
}

/** A stage with its place, and its part of the whole. */
export interface WaterfallRow extends Required<WaterfallStage> {
  part: WaterfallPart;
}

export type WaterfallPart = 'queue' | 'load' | 'capture';

const parts: Readonly<Record<string, WaterfallPart>> = {
  queue: 'queue',
  wait: 'queue',
  capture: 'capture',
  encode: 'capture',
};

/**
 * Returns the rows of a waterfall, without stages that round to 0 ms. A stage without a start
 * follows the one before.
 */
export function waterfallRows(stages: readonly WaterfallStage[]): WaterfallRow[] {
  let endMs = 0;
  const placed = stages.map(({ stage, startMs = endMs, durationMs }) => {
    endMs = Math.max(endMs, startMs + durationMs);
    return { stage, startMs, durationMs, part: parts[stage] ?? 'load' };
  });
  return placed.filter(({ durationMs }) => Math.round(durationMs) > 0);
}

/** Returns the time from start to end of each part that has rows, in order: stages overlap. */
export function partTotals(rows: readonly WaterfallRow[]): [WaterfallPart, number][] {
  return [...Map.groupBy(rows, ({ part }) => part)].map(([part, members]) => {
    const startMs = Math.min(...members.map((row) => row.startMs));
    return [part, endOf(members) - startMs];
  });
}

export function endOf(rows: readonly WaterfallRow[]): number {
  return Math.max(...rows.map(({ startMs, durationMs }) => startMs + durationMs));
}

/** Returns times for an axis from 0: 3 to 6 of them, 1, 2 or 5 times a power of ten apart. */
export function axisTicks(endMs: number): number[] {
  const step = roundStep(endMs / 5);
  return Array.from({ length: Math.floor(endMs / step) + 1 }, (_, at) => at * step);
}

/** Returns the label of a time on an axis, in the unit of its end. */
export function tickLabel(ms: number, endMs: number): string {
  if (ms === 0) return '0';
  return endMs < 1000
    ? `${Number(ms.toPrecision(3))} ms`
    : `${Number((ms / 1000).toPrecision(3))} s`;
}
