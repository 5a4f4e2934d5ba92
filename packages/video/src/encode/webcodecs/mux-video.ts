import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from './mediabunny.ts';
import type { FrameFormat } from '../encoder.ts';
import type { PageMessage } from './in-page/encode-frames.ts';

/** Formats that WebCodecs and a container give together. */
export type MuxedFormat = 'mp4' | 'mov' | 'webm';

export type MuxedChunk = Extract<PageMessage, { type: 'chunk' }>;

/** Puts encoded frames into a file. */
export interface VideoMuxer {
  add(chunk: MuxedChunk): Promise<void>;
  finish(): Promise<Uint8Array>;
}

/** Starts a file. The index of mp4 and mov goes to its beginning. */
export async function createVideoMuxer(
  format: MuxedFormat,
  { fps }: FrameFormat,
): Promise<VideoMuxer> {
  const target = new BufferTarget();
  const output = new Output({ format: containerOf(format), target });
  const source = new EncodedVideoPacketSource(format === 'webm' ? 'vp9' : 'avc');
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  return {
    async add({ isKey, index, data, decoder }) {
      const bytes = Buffer.from(data, 'base64');
      const packet = new EncodedPacket(bytes, isKey ? 'key' : 'delta', index / fps, 1 / fps);
      await source.add(packet, decoder && { decoderConfig: decoderConfig(decoder) });
    },
    async finish() {
      await output.finalize();
      if (target.buffer === null) throw new Error('the file is empty');
      return new Uint8Array(target.buffer);
    },
  };
}

function containerOf(format: MuxedFormat) {
  if (format === 'webm') return new WebMOutputFormat();
  const options = { fastStart: 'in-memory' } as const;
  return format === 'mp4' ? new Mp4OutputFormat(options) : new MovOutputFormat(options);
}

function decoderConfig({
  description,
  ...decoder
}: NonNullable<MuxedChunk['decoder']>): VideoDecoderConfig {
  return description === undefined
    ? decoder
    : { ...decoder, description: Buffer.from(description, 'base64') };
}

/** Frames for one of the formats that WebCodecs can write. */
export type WebcodecsFrames = FrameFormat & { format: MuxedFormat };
