import * as z from 'zod/mini';
import type { OutputOf } from '../../parameters/page-parameters.ts';
import { clipParameters } from '../../parameters/clip.ts';
import { formatsOf, screencastInfo } from '../kind-info.ts';
import { declareIn } from '../../parameters/declare.ts';
import { transparencyParameters } from '../../parameters/transparency.ts';
import { maxCodeLength } from '../../steps/steps.ts';
import { longestVideo } from './longest-render.ts';

const { choice, integer, number, optional } = declareIn('video');

const easings = [
  'linear',
  'ease_in_quad',
  'ease_out_quad',
  'ease_in_out_quad',
  'ease_in_cubic',
  'ease_out_cubic',
  'ease_in_out_cubic',
  'ease_in_quart',
  'ease_out_quart',
  'ease_in_out_quart',
  'ease_in_quint',
  'ease_out_quint',
  'ease_in_out_quint',
] as const;

/** `video_quality` of a request that sets neither it nor `video_bitrate`. */
export const usualVideoQuality = 75;

/** Defaults of scrolling in steps, which applies if one of these parameters is set. */
export const scrollDefaults = {
  amountPx: 1000,
  delayMs: 500,
  durationMs: 1500,
  back: true,
  backDelayMs: 800,
} as const;

export const screencastParameters = {
  format: z._default(
    choice(formatsOf(screencastInfo), {
      description:
        'Format of the video; gif and webp are animated images that start again at their end.',
    }),
    'mp4',
  ),
  fps: z._default(
    integer({
      description: 'Images in each second of the video.',
      min: 1,
      max: longestVideo.fps,
    }),
    30,
  ),
  duration: z._default(
    number({
      description: 'Length of the video.',
      unit: 's',
      above: 0,
      max: longestVideo.duration,
    }),
    5,
  ),
  from_time: z._default(
    number({
      description: 'Time of the page at which the video starts, counted from where it settled.',
      unit: 's',
      min: 0,
      max: 60,
    }),
    0,
  ),
  until: optional.text({
    description:
      'End of the video, at most duration: animations_end, a CSS selector, or a function such as () => done.',
    max: maxCodeLength,
  }),
  video_quality: optional.integer({
    description: 'Quality of the video; not for gif. Excludes video_bitrate.',
    min: 1,
    max: 100,
    default: usualVideoQuality,
  }),
  video_bitrate: optional.integer({
    description:
      'Average bit rate of the video, instead of a constant quality; for mp4, webm, mov, avi.',
    unit: 'kbit/s',
    min: 50,
    max: 200_000,
  }),
  scenario: z._default(
    choice(['video', 'scroll'], {
      description: 'video records the page as it is; scroll moves evenly over it, or in steps.',
    }),
    'video',
  ),
  scroll_by_amount: optional.integer({
    description: 'Scroll in steps of this distance.',
    unit: 'px',
    min: 1,
    default: scrollDefaults.amountPx,
  }),
  scroll_by_delay: optional.integer({
    description: 'Scroll in steps with this pause between.',
    unit: 'ms',
    min: 0,
    default: scrollDefaults.delayMs,
  }),
  scroll_by_duration: optional.integer({
    description: 'Scroll in steps that take this time together.',
    unit: 'ms',
    min: 1,
    default: scrollDefaults.durationMs,
  }),
  scroll_back: optional.flag({
    description: 'Scroll in steps, and back to the top after reaching the bottom.',
    default: scrollDefaults.back,
  }),
  scroll_back_delay: optional.integer({
    description: 'Scroll in steps, with this pause before scrolling back.',
    unit: 'ms',
    min: 0,
    default: scrollDefaults.backDelayMs,
  }),
  scroll_easing: z._default(
    choice(easings, { description: 'How scrolling speeds up and slows down.' }),
    'linear',
  ),
  ...transparencyParameters,
  ...clipParameters,
};

/** Validated values; each may be absent. */
export type ScreencastValues = Partial<OutputOf<typeof screencastParameters>>;
