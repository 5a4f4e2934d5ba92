import type { EncoderChoice, EncoderPageSource, VideoFormat } from './encoder.ts';
import {
  alphaEncodersFor,
  encodersFor,
  installHint,
  wasmMissing,
  type EncoderKind,
} from './encoder-kinds.ts';
import type { FfmpegChoice } from './ffmpeg/ffmpeg-choice.ts';
import type { MuxedFormat } from './webcodecs/mux-video.ts';

/** Inputs of the choice. */
export interface EncoderSupport {
  ffmpeg: FfmpegChoice;
  kindsFor(format: VideoFormat): readonly EncoderKind[];
  browser: EncoderPageSource | undefined;
}

/** A page that does not open in this time opens for no video either. */
const browserBoundMs = 20_000;

/** Finds out which encoder each format would get, by a trial encode. */
export async function describeEncoders(
  support: EncoderSupport,
): Promise<Record<VideoFormat, EncoderChoice>> {
  const inBrowser = await formatsInBrowser(support);
  const formats = Object.keys(encodersFor) as VideoFormat[];
  const choices = formats.map(async (format) => {
    const isTransparent = await hasTransparency(format, support);
    return [format, { ...(await choiceFor(format, support, inBrowser)), isTransparent }] as const;
  });
  return Object.fromEntries(await Promise.all(choices)) as Record<VideoFormat, EncoderChoice>;
}

async function hasTransparency(
  format: VideoFormat,
  { ffmpeg, kindsFor }: EncoderSupport,
): Promise<boolean> {
  const kinds = kindsFor(format).filter((kind) => alphaEncodersFor[format]?.includes(kind));
  if (kinds.includes('sharp')) return true;
  return kinds.includes('ffmpeg') && 'codec' in (await ffmpeg.choose(format, true));
}

async function choiceFor(
  format: VideoFormat,
  { ffmpeg, kindsFor }: EncoderSupport,
  inBrowser: ReadonlySet<string>,
): Promise<EncoderChoice> {
  const reasons: string[] = [];
  const noted = (encoder: string): EncoderChoice =>
    reasons.length === 0 ? { encoder } : { encoder, note: reasons.join('; ') };
  for (const kind of kindsFor(format)) {
    if (kind === 'ffmpeg') {
      const choice = await ffmpeg.choose(format);
      if ('codec' in choice) {
        return { encoder: `ffmpeg ${choice.program.version}`, codec: choice.codec };
      }
      reasons.push(choice.reason);
    } else if (kind === 'WebCodecs') {
      if (inBrowser.has(format)) return noted(kind);
      reasons.push('the browser does not encode it');
    } else if (kind === 'ffmpeg.wasm') {
      const { hasWasm } = await import('./wasm/open-wasm-encoder.ts');
      if (hasWasm()) return noted(kind);
      reasons.push(wasmMissing);
    } else return noted(kind);
  }
  return { encoder: 'none', note: `${reasons.join('; ')}. ${installHint}` };
}

async function formatsInBrowser({
  kindsFor,
  browser,
  ffmpeg,
}: EncoderSupport): Promise<ReadonlySet<string>> {
  const formats: MuxedFormat[] = [];
  for (const format of ['mp4', 'mov', 'webm'] as const) {
    const kinds = kindsFor(format);
    const isNeeded = !kinds.includes('ffmpeg') || 'reason' in (await ffmpeg.choose(format));
    if (isNeeded && kinds.includes('WebCodecs')) formats.push(format);
  }
  if (browser === undefined || formats.length === 0) return new Set();
  const { tryWebcodecs } = await import('./webcodecs/webcodecs-trial.ts');
  const bound = new AbortController();
  // Not `AbortSignal.timeout`, which does not keep Node alive during the trial.
  const timer = setTimeout(() => bound.abort(new Error('no page in time')), browserBoundMs);
  try {
    return await tryWebcodecs(formats, browser, bound.signal);
  } catch {
    return new Set();
  } finally {
    clearTimeout(timer);
  }
}
