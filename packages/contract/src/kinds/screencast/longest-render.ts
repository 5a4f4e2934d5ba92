/** Default time of a recording beyond four times its length, in ms. */
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
export const longestVideo = { duration: 600, fps: 120 } as const;

/** Default `max_duration` of a service, in s. */
export const usualDurationS = 30;

/** `fps` above which a video must be shorter: it has no more frames than one with this. */
export const fullLengthFps = 60;

/** Default `timeout` of a request, and `max_timeout` of a service, in s. */
export const usualTimeoutS = 30;

/** Maximum time of renders of one page, in ms, whichever comes first or last. */
export function renderBoundMs(requests: readonly { timeout: number; duration?: number }[]): number {
  return longestRenderMs({
    maxTimeoutS: Math.max(...requests.map(({ timeout }) => timeout)),
    maxDurationS: Math.max(usualDurationS, ...requests.map(({ duration = 0 }) => duration)),
  });
}

/**
 * Maximum time of a render that has its page, in ms: `timeout` until the first frame of a video,
 * and its recording. Components that wait for renders wait at least this long.
 */
export function longestRenderMs({
  maxTimeoutS = usualTimeoutS,
  maxDurationS = usualDurationS,
} = {}): number {
  return maxTimeoutS * 1000 + recordingBoundMs({ duration: maxDurationS, fps: fullLengthFps });
}
