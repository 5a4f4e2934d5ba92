import type { FrameFormat } from '../encoder.ts';
import { callInPage } from '@tintype/core';
import { pageCode } from '../../page-code.ts';
import { bitsPerSecond } from '../video-quality.ts';
import { videoSize } from '../video-size.ts';
import type { EncoderPage } from './encoder-page.ts';
import type { WebcodecsFrames } from './mux-video.ts';

/** Returns undefined if the browser cannot encode the video: a shell may lack H.264. */
export async function chooseConfig(
  page: Pick<EncoderPage, 'evaluate'>,
  frames: WebcodecsFrames,
): Promise<VideoEncoderConfig | undefined> {
  const { fps, format } = frames;
  const size = videoSize(frames);
  const codec = format === 'webm' ? vp9Name({ ...size, fps }) : avcName({ ...size, fps });
  if (codec === undefined) return undefined;
  const config: VideoEncoderConfig = {
    codec,
    ...size,
    framerate: fps,
    bitrate: bitsPerSecond(frames),
    bitrateMode: 'variable',
    // `realtime` may leave frames out.
    latencyMode: 'quality',
    ...(format === 'webm' ? {} : { avc: { format: 'avc' } }),
  };
  const isSupported = await callInPage(page, pageCode.canEncode, config);
  return isSupported ? config : undefined;
}

/** A limit of a codec's level: its number, pixels of an image, pixels in a second. */
type Level = readonly [level: number, pixels: number, pixelsPerSecond: number];

/** Table A-1 of H.264, in macroblocks of 256 pixels. */
const avcLevels: readonly Level[] = [
  [30, 1620, 40_500],
  [31, 3600, 108_000],
  [32, 5120, 216_000],
  [40, 8192, 245_760],
  [42, 8704, 522_240],
  [50, 22_080, 589_824],
  [51, 36_864, 983_040],
  [52, 36_864, 2_073_600],
  [60, 139_264, 4_177_920],
  [61, 139_264, 8_355_840],
  [62, 139_264, 16_711_680],
];

/** From https://www.webmproject.org/vp9/levels/, in pixels. */
const vp9Levels: readonly Level[] = [
  [30, 552_960, 20_736_000],
  [31, 983_040, 36_864_000],
  [40, 2_228_224, 83_558_400],
  [41, 2_228_224, 160_432_128],
  [50, 8_912_896, 311_951_360],
  [51, 8_912_896, 588_251_136],
  [52, 8_912_896, 1_176_502_272],
  [60, 35_651_584, 1_176_502_272],
  [61, 35_651_584, 2_353_004_544],
  [62, 35_651_584, 4_706_009_088],
];

type Size = Pick<FrameFormat, 'width' | 'height' | 'fps'>;

/** H.264 in its High profile, at the lowest level that holds the video, if any. */
export function avcName({ width, height, fps }: Size): string | undefined {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const level = lowest(avcLevels, blocks, blocks * fps);
  return level === undefined ? undefined : `avc1.6400${level.toString(16)}`;
}

/** VP9 with 8 bits, at the lowest level that holds the video. */
export function vp9Name({ width, height, fps }: Size): string | undefined {
  const level = lowest(vp9Levels, width * height, width * height * fps);
  return level === undefined ? undefined : `vp09.00.${level}.08`;
}

function lowest(levels: readonly Level[], pixels: number, perSecond: number): number | undefined {
  return levels.find(([, max, maxPerSecond]) => pixels <= max && perSecond <= maxPerSecond)?.[0];
}
