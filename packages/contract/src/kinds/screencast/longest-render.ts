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

/** Upper bounds of `duration` in s and of `fps`. */
export const longestVideo = { duration: 30, fps: 60 } as const;

/** Default `timeout` of a request, and default of the service's `max_timeout`, in s. */
export const usualTimeoutS = 30;

/**
 * Maximum time of any render of a service once it has its page, in ms: a video has its `timeout`
 * until the first frame, then the bound of its recording. Components that wait for renders wait at
 * least this long.
 */
export function longestRenderMs({ maxTimeoutS = usualTimeoutS } = {}): number {
  return maxTimeoutS * 1000 + recordingBoundMs(longestVideo);
}
