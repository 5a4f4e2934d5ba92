import { recordingExtraMs, type ScreencastRequest } from '@tintype/contract';
import { createLazy, type Capture, type Plugin } from '@tintype/core';
import type { Encoders } from './encode/encoder.ts';
import { watchEncoders } from './encode/watch-encoders.ts';

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
