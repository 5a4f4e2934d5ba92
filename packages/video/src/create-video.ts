import { recordingExtraMs, type ScreencastRequest } from '@tintype/contract';
import { createLazy, type Capture, type Plugin } from '@tintype/core';
import type { Encoders, VideoEncoder } from './encode/encoder.ts';

/** Options of {@link createVideo}. */
export interface VideoOptions {
  /** Returns the encoders, loaded when the first screencast needs them. */
  encoders(): Promise<Encoders>;
  /** Time that a recording may take beyond four times its length, in ms. Default 30,000. */
  extraMs?: number;
}

/**
 * The `screencast` capture: a page as a video, each frame at its exact time. Its code is loaded by
 * the first screencast.
 * @example
 * const renderer = createRenderer({ source, plugins: [createVideo({ encoders })] });
 * const { body } = await renderer.render({ kind: 'screencast', url, duration: 3 });
 */
export function createVideo(options: VideoOptions): Plugin {
  const loadedEncoders = createLazy(async () => watchEncoders(await options.encoders()));
  const load = () => Promise.all([import('./record/recorder.ts'), loadedEncoders.get()]);
  const screencast: Capture<ScreencastRequest> = {
    async prepare() {
      // Loads while the page loads.
      load().catch(() => {});
    },
    async capture(page, request, context) {
      const [{ recordScreencast }, encoders] = await load();
      return recordScreencast(
        { encoders, extraMs: options.extraMs ?? recordingExtraMs },
        page,
        request,
        context,
      );
    },
  };
  return {
    name: 'video',
    captures: { screencast },
    async stop() {
      await (await loadedEncoders.started?.catch(() => undefined))?.stop();
    },
  };
}

/** Encoders whose ends can be waited for. */
interface WatchedEncoders extends Encoders {
  /** Stops open and starting encoders. Resolves when all is removed; never rejects. */
  stop(): Promise<void>;
}

/** Tracks encoders: their processes and files must be gone before an engine has stopped. */
function watchEncoders(encoders: Encoders): WatchedEncoders {
  /** Functions that end each encoder. */
  const live = new Set<() => Promise<void>>();
  return {
    describe: (browser) => encoders.describe(browser),
    async open(frames, options) {
      const opening = encoders.open(frames, options);
      let ending: Promise<void> | undefined;
      const onAbort = () => void end();
      const over = () => {
        live.delete(end);
        options.signal.removeEventListener('abort', onAbort);
      };
      const end = () => {
        ending ??= opening.then((encoder) => encoder.abort()).then(over, over);
        return ending;
      };
      live.add(end);
      options.signal.addEventListener('abort', onAbort, { once: true });
      opening.catch(over);
      return withEnd(await opening, end);
    },
    async stop() {
      await Promise.all([...live].map((end) => end()));
    },
  };
}

function withEnd(encoder: VideoEncoder, end: () => Promise<void>): VideoEncoder {
  return {
    ...encoder,
    abort: end,
    close: () => encoder.close().finally(() => void end()),
  };
}
