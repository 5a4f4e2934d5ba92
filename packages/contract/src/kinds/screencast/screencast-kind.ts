import { resolveViewport } from '../../devices/resolve-viewport.ts';
import { fillClip } from '../../parameters/clip.ts';
import { clipHasSize } from '../../rules/page-rules.ts';
import { rule, type Rule } from '../../rules/rule.ts';
import { defineKind } from '../define-kind.ts';
import { screencastInfo } from '../kind-info.ts';
import { fullLengthFps, longestVideo } from './longest-render.ts';
import { type ScreencastValues, screencastParameters } from './screencast-parameters.ts';

/** Bounds of frames in device pixels: a recording needs 0.4 GB, and 0.1 GB for each million. */
export const frameBounds = {
  /** 4096 x 2160, the larger of the two sizes that are called 4K. */
  pixels: 4096 * 2160,
  /** MPEG-4 Part 2 (avi) supports 8191 px a side, WebP and H.264 little more than twice that. */
  side: 8000,
  /** Sum of all frames for each 30 s of the longest video: the largest frames at 30 fps. */
  pixelsIn30s: 8_000_000_000,
} as const;

/** Bounds one frame by what encoders accept and by memory. */
const framesFit: Rule<ScreencastValues> = rule(
  'frames_fit',
  ['viewport_width', 'viewport_height', 'viewport_device', 'device_scale_factor'],
  (values) => {
    const { width, height, pixels } = framePixels(values);
    if (pixels <= frameBounds.pixels && Math.max(width, height) <= frameBounds.side)
      return undefined;
    return (
      `viewport_width, viewport_height and device_scale_factor make frames of ${width} x ${height} px; a video has room for ` +
      `${millions(frameBounds.pixels)} (3840 x 2160, for example), and for ${frameBounds.side} px a side. Set a smaller viewport or a lower device_scale_factor.`
    );
  },
);

/** Bounds the sum of all frames. */
const framesFitInAll: Rule<ScreencastValues> = rule(
  'frames_fit_in_all',
  ['duration', 'fps', 'viewport_width', 'viewport_height', 'device_scale_factor'],
  (values, { maxDurationS = longestVideo.duration }) => {
    const { duration = 0, fps = 0 } = values;
    const { width, height, pixels } = framePixels(values);
    const all = pixels * frameCount({ duration, fps });
    const most = (frameBounds.pixelsIn30s * maxDurationS) / 30;
    if (all <= most || framesFit.check(values, {})) return undefined;
    const seconds = Math.floor((most / pixels / fps) * 10) / 10;
    return (
      `duration, fps and the viewport make ${frameCount({ duration, fps })} frames of ${width} x ${height} px, ${millions(all)} in all; a video has room for ` +
      `${millions(most)}. Set a duration of at most ${seconds}, a lower fps or a smaller viewport.`
    );
  },
);

/** Bounds the recorded time, skipped or not, which is shorter with more frames per second. */
const durationIsAllowed: Rule<ScreencastValues> = rule(
  'duration_is_allowed',
  ['duration', 'fps', 'from_time'],
  (values, { maxDurationS = longestVideo.duration }) => {
    const { duration = 0, fps = 0, from_time: skipped = 0 } = values;
    const most = (maxDurationS * fullLengthFps) / Math.max(fullLengthFps, fps);
    if (duration + skipped <= most) return undefined;
    if (duration <= most) {
      return `from_time and duration must be at most ${most} (s) together here; got ${skipped} and ${duration}.`;
    }
    const reason =
      duration <= maxDurationS
        ? `With more than ${fullLengthFps} frames per second a video must be shorter.`
        : 'The operator sets that limit: max_duration.';
    return `duration must be at most ${most} (s) here; got ${duration}. ${reason}`;
  },
);

/** A bit rate and a quality exclude each other, and not every format has them. */
const rateFits: Rule<ScreencastValues> = rule(
  'video_rate_fits',
  ['video_bitrate', 'video_quality'],
  (values) => {
    const { video_quality: quality, video_bitrate: bitrate, format } = values;
    const { omit_background: isTransparent } = values;
    if (quality !== undefined && bitrate !== undefined) {
      return 'video_quality and video_bitrate exclude each other; got both.';
    }
    if (bitrate !== undefined && (format === 'gif' || format === 'webp')) {
      return `video_bitrate applies to mp4, webm, mov and avi; got the format ${format}.`;
    }
    // ffmpeg's ProRes encoder ignores a rate.
    if (bitrate !== undefined && format === 'mov' && isTransparent) {
      return 'video_bitrate does not apply to a transparent mov, which is ProRes. Use video_quality, or webm.';
    }
    return quality !== undefined && format === 'gif'
      ? 'video_quality does not apply to gif, whose images have a palette. Use webp or a video.'
      : undefined;
  },
);

const transparencyFits: Rule<ScreencastValues> = rule(
  'video_transparency_fits',
  ['omit_background', 'format'],
  ({ omit_background: isTransparent, format }) =>
    isTransparent && (format === 'mp4' || format === 'avi')
      ? `omit_background: ${format} cannot be transparent. Use webm, mov, webp or gif.`
      : undefined,
);

/** Time passes in a video. */
const isNotDeterministic: Rule<ScreencastValues & { deterministic?: boolean | undefined }> = rule(
  'screencast_is_not_deterministic',
  'deterministic',
  ({ deterministic }) =>
    deterministic ? 'deterministic stops the clock of a page, so it has no screencast.' : undefined,
);

export const screencastRules = [
  framesFit,
  framesFitInAll,
  durationIsAllowed,
  rateFits,
  transparencyFits,
  isNotDeterministic,
];

/** Number of frames of a video. */
export function frameCount({ duration, fps }: { duration: number; fps: number }): number {
  return Math.max(1, Math.round(duration * fps));
}

function framePixels(values: Parameters<typeof resolveViewport>[0]) {
  const { width: across, height: down, deviceScaleFactor: scale } = resolveViewport(values);
  const [width, height] = [Math.round(across * scale), Math.round(down * scale)];
  return { width, height, pixels: width * height };
}

function millions(pixels: number): string {
  return `${Number((pixels / 1e6).toPrecision(3)).toLocaleString('en')} million pixels`;
}

export const screencastKind = defineKind({
  ...screencastInfo,
  parameters: screencastParameters,
  rules: [clipHasSize, ...screencastRules],
  needs: ({ omit_background: transparent }) => ({ transparent }),
  normalise: fillClip,
});
