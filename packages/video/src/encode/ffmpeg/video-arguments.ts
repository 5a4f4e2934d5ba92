import { availableParallelism } from 'node:os';
import type { FrameFormat, VideoFormat } from '../encoder.ts';
import { atQuality, bitsPerSecond, type QualityScale } from '../video-quality.ts';
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

/** As {@link codecs}, for encoders that keep transparency. */
export const alphaCodecs: Readonly<Partial<Record<VideoFormat, readonly string[]>>> = {
  mov: ['prores_ks'],
  webm: ['libvpx-vp9', 'libvpx'],
  gif: codecs.gif,
  webp: codecs.webp,
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
    [
      ...(frames.alpha ? withAlpha(frames, codec, matrix) : toVideoColours(frames, matrix)),
      `fps=${frames.fps}`,
    ].join(','),
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
    tagged(matrix),
  ];
}

function tagged(matrix: string): string {
  return `setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=${matrix}`;
}

/** Converts straight RGBA; the added column or row of an odd size is transparent. */
function withAlpha(frames: FrameFormat, codec: string, matrix: string): string[] {
  const even = videoSize(frames);
  return [
    'format=rgba',
    `pad=${even.width}:${even.height}:0:0:color=black@0`,
    `scale=out_color_matrix=${matrix === 'bt709' ? 'bt709' : 'bt601'}:out_range=tv`,
    `format=${codec === 'prores_ks' ? 'yuva444p10le' : 'yuva420p'}`,
    tagged(matrix),
  ];
}

function codecArguments(codec: string, frames: FrameFormat, pace: 'usual' | 'fast'): string {
  const rate = bitsPerSecond(frames);
  const hasRate = frames.bitrate !== undefined;
  const setting = (scale: QualityScale) => Math.round(atQuality(scale, frames.quality));
  switch (codec) {
    case 'libx264': {
      const preset = `-preset ${pace === 'fast' ? 'ultrafast' : 'veryfast'}`;
      return hasRate
        ? `${preset} -b:v ${rate} -maxrate ${rate} -bufsize ${rate}`
        : `${preset} -crf ${setting([44, 20, 8])}`;
    }
    case 'libvpx-vp9': {
      // The fastest settings whose text stays sharp; slower ones do not keep up with a recording.
      const usual = '-deadline realtime -cpu-used 6 -row-mt 1 -tile-columns 2';
      return hasRate ? `${usual} -b:v ${rate}` : `${usual} -b:v 0 -crf ${setting([60, 24, 8])}`;
    }
    case 'libvpx':
      // Alternate reference frames exclude transparency.
      return `-deadline realtime -cpu-used 8 ${frames.alpha ? '-auto-alt-ref 0 ' : ''}${hasRate ? '' : `-crf ${setting([55, 10, 4])}`} -b:v ${rate}`;
    case 'prores_ks':
      // Nearly lossless at 9 by default.
      return `-profile:v 4444 -alpha_bits 16 -vendor apl0 -q:v ${setting([31, 9, 2])}`;
    case 'mpeg4':
      // Windows knows the codec by this tag.
      return `${hasRate ? `-b:v ${rate}` : `-q:v ${setting([31, 3, 1])}`} -vtag xvid`;
    default:
      return `-b:v ${rate}`;
  }
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}
