import { planesOfJpeg, planesOfRgba, type PlaneSizes } from './video-planes.ts';

export interface PageSettings extends PlaneSizes {
  /** URL of the images. */
  source: string;
  /** The name of the binding that takes {@link PageMessage}s. */
  binding: string;
  fps: number;
  config: VideoEncoderConfig;
  /** Images that may wait inside the encoder. Each is a few megabytes. */
  maxQueued: number;
  /** Number of frames from one key frame to the next. */
  keyFrameEvery: number;
}

/** Messages of the page, as JSON. */
export type PageMessage =
  | {
      type: 'chunk';
      isKey: boolean;
      index: number;
      /** Base64. */
      data: string;
      /** With the first one. Its `description` is base64. */
      decoder?: Omit<VideoDecoderConfig, 'description'> & { description?: string };
    }
  | { type: 'done' }
  | { type: 'failed'; reason: string };

/** Encodes images and reports the chunks. 8 bytes before each: length (0 ends), repetitions. */
export async function encodeFrames(settings: PageSettings): Promise<void> {
  const tell = (message: PageMessage) => {
    const binding = (globalThis as unknown as Record<string, (text: string) => void>)[
      settings.binding
    ];
    binding?.(JSON.stringify(message));
  };
  try {
    const encoder = openEncoder(settings, tell);
    const read = readerOf(await fetch(settings.source));
    let count = 0;
    for (;;) {
      const head = new DataView((await read(8)).buffer);
      const bytes = head.getUint32(0);
      if (bytes === 0) break;
      const planes = await decode(await read(bytes), settings);
      for (let left = head.getUint32(4); left > 0; left -= 1) {
        while (encoder.encodeQueueSize >= settings.maxQueued) {
          await new Promise((resolve) =>
            encoder.addEventListener('dequeue', resolve, { once: true }),
          );
        }
        encodePlanes(encoder, planes, count, settings);
        count += 1;
      }
    }
    await encoder.flush();
    tell({ type: 'done' });
  } catch (error) {
    tell({ type: 'failed', reason: String(error) });
  }
}

export function openEncoder(
  { config, fps }: PageSettings,
  tell: (message: PageMessage) => void,
): VideoEncoder {
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const { description, ...decoder } = metadata?.decoderConfig ?? { codec: '' };
      const known =
        decoder.codec === '' ? {} : { decoder: { ...decoder, ...describe(description) } };
      tell({
        type: 'chunk',
        isKey: chunk.type === 'key',
        index: Math.round((chunk.timestamp * fps) / 1_000_000),
        data: toBase64(data),
        ...known,
      });
    },
    error: (error) => tell({ type: 'failed', reason: String(error) }),
  });
  encoder.configure(config);
  return encoder;
}

export function describe(description: AllowSharedBufferSource | undefined): {
  description?: string;
} {
  if (description === undefined) return {};
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return { description: toBase64(bytes) };
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // The most that a call takes as arguments is some ten thousand.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

/** Returns a function that reads the next bytes of a response, of the requested number. */
export function readerOf(response: Response): (count: number) => Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body!.getReader();
  let rest = new Uint8Array(0);
  return async (count) => {
    const bytes = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (rest.length === 0) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the images ended early');
        rest = value;
      }
      const part = rest.subarray(0, count - filled);
      bytes.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
    }
    return bytes;
  };
}

/** The planes of an image, as the video has them. */
export async function decode(
  image: Uint8Array<ArrayBuffer>,
  sizes: PlaneSizes,
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const type = image[0] === 0x89 ? 'image/png' : 'image/jpeg';
  const decoder = new ImageDecoder({ data: image, type, colorSpaceConversion: 'none' });
  const { image: frame } = await decoder.decode();
  try {
    const { codedWidth: width, codedHeight: height } = frame;
    if (frame.displayWidth !== sizes.width || frame.displayHeight !== sizes.height) {
      throw new Error(
        `expected an image of ${sizes.width} x ${sizes.height}, got ${width} x ${height}`,
      );
    }
    const target = new Uint8ClampedArray((sizes.videoWidth * sizes.videoHeight * 3) / 2);
    if (frame.format === 'I420' && frame.colorSpace.fullRange !== false) {
      const source = new Uint8Array(frame.allocationSize());
      const [y, u, v] = await frame.copyTo(source);
      planesOfJpeg(source, [y!, u!, v!], sizes, target);
    } else {
      const source = new Uint8Array(frame.allocationSize({ format: 'RGBA' }));
      await frame.copyTo(source, { format: 'RGBA' });
      planesOfRgba(source, sizes, target);
    }
    return target;
  } finally {
    frame.close();
    decoder.close();
  }
}

export function encodePlanes(
  encoder: VideoEncoder,
  planes: Uint8ClampedArray<ArrayBuffer>,
  index: number,
  { videoWidth, videoHeight, fps, keyFrameEvery }: PageSettings,
): void {
  const frame = new VideoFrame(planes, {
    format: 'I420',
    codedWidth: videoWidth,
    codedHeight: videoHeight,
    timestamp: Math.round((index * 1_000_000) / fps),
    duration: Math.round(1_000_000 / fps),
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  });
  encoder.encode(frame, { keyFrame: index % keyFrameEvery === 0 });
  frame.close();
}

export async function canEncode(config: VideoEncoderConfig): Promise<boolean> {
  if (typeof VideoEncoder !== 'function') return false;
  return (await VideoEncoder.isConfigSupported(config)).supported === true;
}
