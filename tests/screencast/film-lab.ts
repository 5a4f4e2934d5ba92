import { setTimeout as delay } from 'node:timers/promises';
import { createChromeSource } from '@tintype/chrome';
import type { RequestInput, ScreencastInput } from '@tintype/contract';
import {
  createRenderer,
  type BrowserSource,
  type Renderer,
  type RenderOptions,
  type RenderResult,
} from '@tintype/core';
import { createEgress } from '@tintype/egress';
import { createFixtureServer, descendants, type FixtureServer } from '@tintype/testkit';
import { createVideo, type FrameFormat } from '@tintype/video';
import sharp from 'sharp';
import type { Test } from 'tap';
import { browserOptions } from '../browser-options.ts';

/** Pixels of one frame. */
export interface Frame {
  width: number;
  height: number;
  /** Red, green and blue of each pixel. */
  data: Buffer;
}

export interface Film {
  result: RenderResult;
  format: FrameFormat;
  /** Each frame that the video shows; those that repeat are the same object. */
  frames: readonly Frame[];
}

/** Format of a recording. */
export interface Encoding {
  pixels: 'jpeg' | 'png';
  /** Milliseconds that each screenshot takes to write. */
  writeMs: number;
}

export interface FilmLabOptions {
  executablePath?: string;
  recordings?: number;
  concurrency?: number;
  /** See `VideoOptions`. */
  extraMs?: number;
  /** As a browser does that cannot show frames on command. */
  withoutFrameControl?: boolean;
}

/**
 * Records pages of a server of its own with a real browser, and keeps the frames instead of making
 * a video.
 */
export interface FilmLab {
  server: FixtureServer;
  source: BrowserSource;
  renderer: Renderer;
  /** Encoders that are open, and that were aborted. */
  encoders: { open: number; aborted: number };
  /**
   * As JPEG that is written at once, unless told otherwise: `encoding` is that of all that record
   * meanwhile.
   */
  film(
    request: Omit<ScreencastInput, 'kind'>,
    options?: RenderOptions & { encoding?: Partial<Encoding> },
  ): Promise<Film>;
  render(request: RequestInput, options?: RenderOptions): Promise<RenderResult>;
}

/** Opens a lab for the time of a test. */
export async function createFilmLab(t: Test, options: FilmLabOptions = {}): Promise<FilmLab> {
  const { withoutFrameControl = false, extraMs, ...browser } = options;
  let encoding: Encoding = { pixels: 'jpeg', writeMs: 0 };
  const server = await createFixtureServer();
  const egress = createEgress({ allow: ['127.0.0.1', '127.0.0.2'] });
  const chrome = createChromeSource({
    ...browserOptions(),
    egress,
    concurrency: 2,
    spares: 0,
    ...browser,
  });
  const source: BrowserSource = withoutFrameControl
    ? { ...chrome, acquire: (asked) => chrome.acquire({ ...asked, frameControl: false }) }
    : chrome;
  const encoders = { open: 0, aborted: 0 };
  const reels = new Map<Uint8Array, { format: FrameFormat; images: Uint8Array[] }>();
  const renderer = createRenderer({
    source,
    plugins: [
      createVideo({
        ...(extraMs === undefined ? {} : { extraMs }),
        encoders: async () => ({
          describe: () => Promise.reject(new Error('not asked for here')),
          async open(format, { signal }) {
            const images: Uint8Array[] = [];
            const { pixels, writeMs } = encoding;
            let over = false;
            encoders.open += 1;
            const end = () => {
              if (!over) encoders.open -= 1;
              over = true;
            };
            const abort = async () => {
              if (!over) encoders.aborted += 1;
              end();
            };
            signal.addEventListener('abort', () => void abort(), { once: true });
            return {
              name: 'reel',
              pixels,
              width: format.width,
              height: format.height,
              async write(image, repeat) {
                // As a real one, it takes nothing more once it is aborted.
                if (writeMs > 0) await delay(writeMs, undefined, { signal });
                for (let shown = 0; shown < repeat; shown += 1) images.push(image);
              },
              async close() {
                end();
                const key = new Uint8Array(1);
                reels.set(key, { format, images });
                return key;
              },
              abort,
            };
          },
        }),
      }),
    ],
  });
  t.teardown(async () => {
    await renderer.stop();
    await egress.close();
    await server.close();
  });
  return {
    server,
    source,
    renderer,
    encoders,
    render: (request, renderOptions) => renderer.render(request, renderOptions),
    async film(request, { encoding: wanted, ...renderOptions } = {}) {
      encoding = { pixels: 'jpeg', writeMs: 0, ...wanted };
      const result = await renderer.render({ ...request, kind: 'screencast' }, renderOptions);
      const reel = reels.get(result.body);
      if (!reel) throw new Error('the film went to another encoder');
      reels.delete(result.body);
      return { result, format: reel.format, frames: await develop(reel.images) };
    },
  };
}

/**
 * Holds up all renderer processes for 20 ms at a time while work is done, as a machine does that
 * has no processor for them.
 */
export async function whileHeldUp<T>(work: () => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const holding = (async () => {
    while (!ending.signal.aborted) {
      const renderers = descendants().filter(({ commandLine }) =>
        /--type=renderer/.test(commandLine),
      );
      const send = (signal: NodeJS.Signals) => {
        for (const { pid } of renderers) {
          try {
            process.kill(pid, signal);
          } catch {
            // It has ended.
          }
        }
      };
      send('SIGSTOP');
      await delay(20);
      send('SIGCONT');
      await delay(Math.random() * 15);
    }
  })();
  try {
    return await work();
  } finally {
    ending.abort();
    await holding;
  }
}

/** Decodes each image once. */
async function develop(images: readonly Uint8Array[]): Promise<Frame[]> {
  const known = new Map<Uint8Array, Frame>();
  const frames: Frame[] = [];
  for (const image of images) {
    let frame = known.get(image);
    if (!frame) {
      const { data, info } = await sharp(image)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      frame = { width: info.width, height: info.height, data };
      known.set(image, frame);
    }
    frames.push(frame);
  }
  return frames;
}

/** The middle of what is dark in a row or column of a frame, in px; NaN where nothing is. */
export function darkCentre(
  { width, height, data }: Frame,
  line: { row: number } | { column: number },
): number {
  const length = 'row' in line ? width : height;
  let sum = 0;
  let weight = 0;
  for (let at = 0; at < length; at += 1) {
    const first = ('row' in line ? line.row * width + at : at * width + line.column) * 3;
    const light = (data[first] ?? 0) + (data[first + 1] ?? 0) + (data[first + 2] ?? 0);
    const darkness = Math.max(0, 255 - light / 3 - 24);
    sum += darkness * (at + 0.5);
    weight += darkness;
  }
  return sum / weight;
}

/**
 * The furthest that positions lie from a straight line of the given slope, its height left open.
 */
export function furthestFromLine(positions: readonly number[], slope: number): number {
  const rest = positions.map((position, index) => position - slope * index);
  return (Math.max(...rest) - Math.min(...rest)) / 2;
}
