import { availableParallelism } from 'node:os';
import type { FrameFormat, VideoFormat } from '../encoder.ts';
import { videoSize } from '../video-size.ts';

/** Names of ffmpeg's encoders that are used, for each format the best first. */
export const codecs: Readonly<Record<VideoFormat, readonly string[]>> = {
  mp4: ['libx264', 'h264_videotoolbox', 'libopenh264'],
  mov: ['libx264', 'h264_videotoolbox', 'libopenh264'],
  webm: ['libvpx-vp9', 'libvpx'],
  avi: ['mpeg4'],
  gif: ['gif'],
  webp: ['libwebp_anim'],
};

/**
 * Arguments that convert images with timestamps into a video with constant frame rate.
 * @param pace - `fast` where the encoder has no vector units.
 */
export function videoArguments(
  frames: FrameFormat,
  codec: string,
  pace: 'usual' | 'fast' = 'usual',
): string[] {
  // VP8 itself knows no other; some players believe it rather than the container.
  const matrix = codec === 'libvpx' ? 'smpte170m' : 'bt709';
  return [
    '-vf',
    [...toVideoColours(frames, matrix), `fps=${frames.fps}`].join(','),
    '-c:v',
    codec,
    ...threadArguments(availableParallelism()),
    ...words(codecArguments(codec, frames, pace)),
    ...words(`-color_range tv -colorspace ${matrix} -color_primaries bt709 -color_trc bt709`),
    ...words(frames.format === 'mp4' || frames.format === 'mov' ? '-movflags +faststart' : ''),
    '-f',
    frames.format,
  ];
}

/** Each thread of libx264 holds frames: 3840 x 2160 took 1.7 GB with 16, half of that with 2. */
const maxThreads = 8;

/** Left to themselves they take three for each two cores. */
export function threadArguments(cores: number): string[] {
  return cores * 1.5 > maxThreads ? ['-threads', String(maxThreads)] : [];
}

/** Chromium's JPEGs are full-range BT.601, video limited BT.709; `colorspace` is exact and fast. */
function toVideoColours(frames: FrameFormat, matrix: string): string[] {
  const { width, height } = frames;
  const even = videoSize(frames);
  const isOdd = even.width !== width || even.height !== height;
  const source = 'iall=bt709:ispace=smpte170m:irange=pc';
  return [
    // The filters round to whole chroma: an odd column needs one for each pixel.
    ...(isOdd
      ? [
          'format=yuvj444p',
          `pad=${even.width}:${even.height}:0:0`,
          `fillborders=right=${even.width - width}:bottom=${even.height - height}:mode=smear`,
        ]
      : []),
    'format=yuvj420p',
    `colorspace=${source}:all=bt709:space=${matrix}:range=tv:format=yuv420p`,
    `setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=${matrix}`,
  ];
}

function codecArguments(codec: string, frames: FrameFormat, pace: 'usual' | 'fast'): string {
  const rate = bitsPerSecond(frames);
  switch (codec) {
    case 'libx264':
      return `-preset ${pace === 'fast' ? 'ultrafast' : 'veryfast'} -crf 20`;
    case 'libvpx-vp9':
      // The fastest settings whose text stays sharp; slower ones do not keep up with a recording.
      return '-deadline realtime -cpu-used 6 -row-mt 1 -tile-columns 2 -b:v 0 -crf 24';
    case 'libvpx':
      return `-deadline realtime -cpu-used 8 -crf 10 -b:v ${rate}`;
    case 'mpeg4':
      // Windows knows the codec by this tag.
      return '-q:v 3 -vtag xvid';
    default:
      return `-b:v ${rate}`;
  }
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

/** For encoders without constant quality: about libx264 at crf 20 for a page that scrolls. */
export function bitsPerSecond({ width, height, fps }: FrameFormat): number {
  return Math.round(Math.max(1_000_000, width * height * fps * 0.1));
}
