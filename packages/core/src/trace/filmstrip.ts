import type { PageHandle } from '../page/page-handle.ts';

/** An image of the page while it loads. */
export interface FilmFrame {
  atMs: number;
  image: Uint8Array;
}

/** Maximum number of images, and minimum time between two: a page may change without end. */
const maxFrames = 150;
const everyMs = 100;

/** Images that are taken while a page changes. */
export interface Filmstrip {
  readonly frames: FilmFrame[];
  stop(): Promise<void>;
}

/** Starts to take images of a page while it changes. */
export async function startFilmstrip(
  { session }: Pick<PageHandle, 'session'>,
  startedMs: number,
): Promise<Filmstrip> {
  const frames: FilmFrame[] = [];
  const stopListening = session.onScreencastFrame(({ sessionId, data }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    const atMs = Math.round(performance.now() - startedMs);
    const last = frames.at(-1);
    // Of faster changes, the newest image is stored.
    if (last && atMs - last.atMs < everyMs) last.image = data;
    else if (frames.length < maxFrames) frames.push({ atMs, image: data });
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 50,
    maxWidth: 640,
    maxHeight: 640,
  });
  return {
    frames,
    async stop() {
      stopListening();
      await session.send('Page.stopScreencast');
    },
  };
}
