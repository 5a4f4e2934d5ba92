/**
 * Time a recording may take beyond four times its length, in ms, unless the recorder's options
 * change it.
 */
export const recordingExtraMs = 30_000;

const usualFps = 30;
const lengths = 4;

/** Maximum time of a recording from its first frame to the end of its file, in ms. */
export function recordingBoundMs(
  { duration, fps }: { duration: number; fps: number },
  extraMs = recordingExtraMs,
): number {
  return extraMs + lengths * 1000 * duration * Math.max(1, fps / usualFps);
}

/** The longest video that can be asked for. */
export const longestVideo = { duration: 30, fps: 60 } as const;

/**
 * The `timeout` of a request that names none, and the longest that a service allows unless its
 * operator says otherwise, in s.
 */
export const usualTimeoutS = 30;

/**
 * Maximum time of any render of a service once it has its page, in ms: a video has its `timeout`
 * until the first frame, and the time of its recording from there on. Components that wait for
 * renders wait at least this long.
 */
export function longestRenderMs({ maxTimeoutS = usualTimeoutS } = {}): number {
  return maxTimeoutS * 1000 + recordingBoundMs(longestVideo);
}
