/** Default time of a recording beyond four times its length, in ms. */
export const recordingExtraMs = 30_000;

const usualFps = 30;
const lengths = 4;

/** The parameters that determine how long a recording may take. */
interface RecordedTime {
  duration: number;
  fps: number;
  from_time?: number;
}

/** Maximum time of a recording, with the time that it skips, to the end of its file, in ms. */
export function recordingBoundMs(
  { duration, fps, from_time: skipped = 0 }: RecordedTime,
  extraMs = recordingExtraMs,
): number {
  return extraMs + lengths * 1000 * (duration + skipped) * Math.max(1, fps / usualFps);
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
export function renderBoundMs(
  requests: readonly ({ timeout: number } & Partial<RecordedTime>)[],
): number {
  const recordings = requests.map(({ duration = 0, fps = 0, from_time = 0 }) =>
    recordingBoundMs({ duration, fps, from_time }),
  );
  const timeoutMs = 1000 * Math.max(...requests.map(({ timeout }) => timeout));
  return timeoutMs + Math.max(longestRenderMs({ maxTimeoutS: 0 }), ...recordings);
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
