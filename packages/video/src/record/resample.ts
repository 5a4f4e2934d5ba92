/** Resamples images with arbitrary times to frames at a constant rate. */
export interface Resampler {
  /** An image on the screen from `timeMs` on. Images may arrive slightly out of order. */
  push(timeMs: number, image: Uint8Array): void;
  /** Emits the remaining frames. */
  flush(): void;
}

/** See {@link createResampler}. */
export interface ResamplerOptions {
  fps: number;
  /** Frames to give. */
  total: number;
  /** Images that arrive later than this after a newer one are dropped. */
  reorderMs: number;
  /** Receives the next frame; undefined if it equals the one before. */
  emit(image: Uint8Array | undefined): void;
}

/** Frame n shows what was on the screen at n/fps, counted from the first image. */
export function createResampler({ fps, total, reorderMs, emit }: ResamplerOptions): Resampler {
  const waiting: { timeMs: number; image: Uint8Array }[] = [];
  let originMs: number | undefined;
  let next = 0;

  const giveUntil = (endMs: number) => {
    for (; next < total && (next * 1000) / fps <= endMs; next += 1) {
      // A hundredth of a millisecond: sums of fractions do not meet exactly.
      const momentMs = (next * 1000) / fps + 0.01;
      let newest: Uint8Array | undefined;
      while (waiting[0] && waiting[0].timeMs <= momentMs) newest = waiting.shift()?.image;
      emit(newest);
    }
  };
  return {
    push(timeMs, image) {
      originMs ??= timeMs;
      const entry = { timeMs: Math.max(0, timeMs - originMs), image };
      const after = waiting.findIndex((other) => other.timeMs > entry.timeMs);
      waiting.splice(after === -1 ? waiting.length : after, 0, entry);
      giveUntil((waiting.at(-1)?.timeMs ?? 0) - reorderMs);
    },
    flush: () => giveUntil(Infinity),
  };
}
