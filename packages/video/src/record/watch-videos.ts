import type { PageHandle } from '@tintype/core';

/** Whether a page has video elements. */
export interface VideoWatch {
  /** There is one, or a frame: those within frames are not all heard of. */
  readonly found: boolean;
  stop(): Promise<void>;
}

/** The first has another name in older browsers; each player has properties. */
const signs = [
  'Media.playerCreated',
  'Media.playerPropertiesChanged',
  'Page.frameAttached',
] as const;

/** Looks for video elements, and goes on looking while others come. */
export async function watchVideos({ session }: PageHandle): Promise<VideoWatch> {
  let found = false;
  const onSign = () => {
    found = true;
  };
  for (const sign of signs) session.on(sign, onSign);
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Media.enable'),
  ]);
  found ||= frameTree.childFrames !== undefined;
  return {
    get found() {
      return found;
    },
    async stop() {
      for (const sign of signs) session.off(sign, onSign);
      await session.send('Media.disable');
    },
  };
}
