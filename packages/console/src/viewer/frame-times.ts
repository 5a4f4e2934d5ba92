const maxFrames = 12;

/** Returns times of a video in s, evenly spread from its start almost to its end. */
export function frameTimes(durationS: number): number[] {
  if (!Number.isFinite(durationS) || durationS <= 0) return [];
  // Of a video of half a second, twelve frames would hardly differ.
  const count = Math.max(2, Math.min(maxFrames, Math.ceil(durationS * 4)));
  // At the very end, some browsers show nothing.
  const last = durationS * 0.98;
  return Array.from({ length: count }, (_, at) => (last * at) / (count - 1));
}
