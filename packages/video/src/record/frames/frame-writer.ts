import { RenderError } from '@tintype/contract';
import type { VideoEncoder } from '../../encode/encoder.ts';

/** Hands images to an encoder in their order, each as often as it is shown. */
export interface FrameWriter {
  /** Adds a frame, or nothing if it equals the one before. Await it: the encoder sets the pace. */
  add(image: Promise<Uint8Array | undefined>): Promise<void>;
  /** Writes the rest and ends the file. */
  finish(): Promise<Uint8Array>;
}

/** Frames that wait for the encoder: enough that neither waits for the other. */
const waitingLimit = 4;

/** Writes frames to an encoder, which may still be starting. */
export function createFrameWriter(opening: Promise<VideoEncoder>): FrameWriter {
  let held: { image: Uint8Array; repeat: number } | undefined;
  let waiting = 0;
  let writing: Promise<void> = Promise.resolve();
  let failure: { reason: unknown } | undefined;
  let changed = () => {};

  const flush = async () => {
    if (!held) return;
    const { image, repeat } = held;
    held = undefined;
    await (await opening).write(image, repeat);
  };
  const write = async (coming: Promise<Uint8Array | undefined>) => {
    const image = await coming;
    if (image) {
      await flush();
      held = { image, repeat: 1 };
    } else if (held) {
      held.repeat += 1;
    } else {
      throw new RenderError(
        'page_unresponsive',
        'The page showed nothing: it gave no first frame.',
      );
    }
  };
  return {
    async add(image) {
      // It is awaited only when the writer gets to it, which may be never.
      image.catch(() => {});
      waiting += 1;
      writing = writing.then(() => write(image));
      writing
        .catch((reason: unknown) => (failure ??= { reason }))
        .finally(() => {
          waiting -= 1;
          changed();
        })
        .catch(() => {});
      while (waiting > waitingLimit && !failure) {
        await new Promise<void>((resolve) => (changed = resolve));
      }
      if (failure) throw failure.reason;
    },
    async finish() {
      await writing;
      await flush();
      return (await opening).close();
    },
  };
}
