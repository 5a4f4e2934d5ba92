import type { Trace } from '@tintype/contract/trace';

/** Returns the end of a trace in ms. The page chooses the times of its own requests. */
export function endMsOf({ stages, frames, console: written }: Trace): number {
  const ends = [
    ...stages.map(({ startMs, durationMs }) => startMs + durationMs),
    ...[...frames, ...written].map(({ atMs }) => atMs),
  ];
  return ends.reduce((most, one) => Math.max(most, one), 1);
}

/** Returns the index of the last image at or before a time, or of the first image. */
export function frameBefore(frames: Trace['frames'], atMs: number): number {
  return Math.max(
    0,
    frames.findLastIndex((frame) => frame.atMs <= atMs),
  );
}

/** Returns the stages that run at a time. */
export function stagesAt(stages: Trace['stages'], atMs: number): string[] {
  return stages
    .filter(({ startMs, durationMs }) => startMs <= atMs && atMs <= startMs + durationMs)
    .map(({ stage }) => stage);
}

/** Returns the rows that contain a text, in any case. */
export function rowsWith<T>(
  rows: readonly T[],
  needle: string,
  textOf: (row: T) => string,
): readonly T[] {
  const wanted = needle.trim().toLowerCase();
  return wanted === '' ? rows : rows.filter((row) => textOf(row).toLowerCase().includes(wanted));
}

/** Returns the place of a span in a timeline, as percentages within it. */
export function placeOf(
  { startMs, durationMs }: { startMs: number; durationMs: number },
  endMs: number,
): { left: number; width: number } {
  const percent = (ms: number) => Math.min(100, Math.max(0, (ms / endMs) * 100));
  const left = Math.min(99.5, percent(startMs));
  return { left, width: Math.max(0.5, percent(startMs + durationMs) - left) };
}
