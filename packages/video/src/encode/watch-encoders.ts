import type { Encoders, VideoEncoder } from './encoder.ts';

/** Encoders whose ends can be waited for. */
export interface WatchedEncoders extends Encoders {
  /** Stops open and starting encoders. Resolves when all is removed; never rejects. */
  stop(): Promise<void>;
}

/**
 * Tracks encoders: an aborted one needs some time until its process and files are gone. An engine
 * that stops must wait for that, or a program that exits right after leaves them behind.
 */
export function watchEncoders(encoders: Encoders): WatchedEncoders {
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
