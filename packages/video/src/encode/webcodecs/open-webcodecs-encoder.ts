import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { callOf, createRaceEnd } from '@tintype/core';
import { pageCode } from '../../page-code.ts';
import type { EncoderBounds, EncoderPageSource, VideoEncoder } from '../encoder.ts';
import { refuseLargeFile } from '../file-bound.ts';
import { encoderFailed } from '../stream-encoder.ts';
import { videoSize } from '../video-size.ts';
import { chooseConfig } from './choose-config.ts';
import { feedUrl, openEncoderPage, type EncoderPage } from './encoder-page.ts';
import { createVideoMuxer, type MuxedChunk, type WebcodecsFrames } from './mux-video.ts';
import type { PageMessage, PageSettings } from './in-page/encode-frames.ts';

/** Images that wait in this process, in bytes; as many wait in sockets and browser. */
const FEED_BYTES = 1024 * 1024;
/** Each image that waits in the encoder is a few megabytes of planes. */
const MAX_QUEUED = 4;
const KEY_FRAME_EVERY_S = 4;
const BINDING = 'tintypeVideo';

/** Encodes in a page of the engine's browser; undefined if it lacks the codec or size. */
export async function openWebcodecsEncoder(
  frames: WebcodecsFrames,
  { browser, signal, maxBytes }: EncoderBounds & { browser: EncoderPageSource },
): Promise<VideoEncoder | undefined> {
  const feed = new PassThrough({ highWaterMark: FEED_BYTES });
  // The page reports the cause; a broken connection only follows from it.
  feed.on('error', () => {});
  const page = await openEncoderPage(browser, feed, signal);
  try {
    const config = await chooseConfig(page, frames);
    if (config !== undefined) return await start(page, feed, frames, config, { signal, maxBytes });
    page.close();
    return undefined;
  } catch (error) {
    page.close();
    signal.throwIfAborted();
    throw encoderFailed('WebCodecs', error);
  }
}

async function start(
  page: EncoderPage,
  feed: PassThrough,
  frames: WebcodecsFrames,
  config: VideoEncoderConfig,
  { signal, maxBytes }: EncoderBounds,
): Promise<VideoEncoder> {
  const muxer = await createVideoMuxer(frames.format, frames);
  const done = Promise.withResolvers<void>();
  /** A failure rejects the next frame; success is awaited by `close` alone. */
  const failure = createRaceEnd();
  done.promise.catch(failure.end);
  // One after the other, in the order of the frames.
  let written = Promise.resolve();
  let bytes = 0;
  const add = (chunk: MuxedChunk) => {
    bytes += Buffer.byteLength(chunk.data, 'base64');
    refuseLargeFile(bytes, maxBytes);
    return muxer.add(chunk);
  };
  await page.listen(BINDING, (text) => {
    const message = JSON.parse(text) as PageMessage;
    if (message.type === 'failed') return done.reject(new Error(message.reason));
    written = written.then(() => (message.type === 'chunk' ? add(message) : undefined));
    written.then(message.type === 'done' ? done.resolve : undefined, done.reject);
  });
  // Not awaited in the page: it goes on until the last frame.
  await page.evaluate(`void ${callOf(pageCode.encodeFrames, settingsFor(frames, config))}`);

  let count = 0;
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    try {
      return await page.race(failure.race(work()));
    } catch (error) {
      page.close();
      feed.destroy();
      signal.throwIfAborted();
      throw encoderFailed('WebCodecs', error);
    }
  }
  return {
    name: 'WebCodecs',
    pixels: 'jpeg',
    ...videoSize(frames),
    write: (image, repeat) =>
      guarded(async () => {
        count += repeat;
        feed.write(headOf(image.byteLength, repeat));
        if (!feed.write(image)) await once(feed, 'drain');
      }),
    async close() {
      const file = await guarded(async () => {
        if (count === 0) throw new Error('no frame was written');
        feed.end(headOf(0, 0));
        await done.promise;
        return muxer.finish();
      });
      page.close();
      return file;
    },
    async abort() {
      page.close();
      feed.destroy();
    },
  };
}

function headOf(bytes: number, repeat: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes, 0);
  head.writeUInt32BE(repeat, 4);
  return head;
}

function settingsFor(frames: WebcodecsFrames, config: VideoEncoderConfig): PageSettings {
  const { width, height, fps } = frames;
  const video = videoSize(frames);
  return {
    source: feedUrl,
    binding: BINDING,
    width,
    height,
    fps,
    config,
    videoWidth: video.width,
    videoHeight: video.height,
    maxQueued: MAX_QUEUED,
    keyFrameEvery: fps * KEY_FRAME_EVERY_S,
  };
}
