import { callInPage } from '@tintype/core';
import { pageCode } from '../../page-code.ts';
import { bitsPerSecond } from '../ffmpeg/video-arguments.ts';
import { videoSize } from '../video-size.ts';
import { avcName, vp9Name } from './codec-names.ts';
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
