import { setTimeout as delay } from 'node:timers/promises';
import type { CdpSession, FrameControl } from '@tintype/core';

/** The time between two frames of an ordinary screen. */
const frameMs = 1000 / 60;
/** A page that is being replaced refuses some frames; one that refuses more is gone. */
const refusalLimit = 100;

/** Sends frames to a page that produces none by itself. */
export interface FramePump extends FrameControl {
  /** Sends no more frames; one may still be in flight. */
  stop(): void;
}

/** Shows sixty frames a second, so that the page loads as on a screen. */
export function startFramePump(session: CdpSession): FramePump {
  let running = true;
  let refused = 0;
  const pump = async () => {
    while (running && refused < refusalLimit) {
      const beganAt = performance.now();
      try {
        await session.send('HeadlessExperimental.beginFrame', { interval: frameMs });
        refused = 0;
      } catch {
        refused += 1;
      }
      const restMs = Math.max(1, frameMs - (performance.now() - beganAt));
      await delay(restMs, undefined, { ref: false });
    }
  };
  const ended = pump();
  return {
    async takeOver() {
      running = false;
      await ended;
    },
    stop() {
      running = false;
    },
  };
}
