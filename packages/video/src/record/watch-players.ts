import type { PageHandle } from '@tintype/core';
import type { Protocol } from 'devtools-protocol';
import { isAnimated, mayBeAnimated } from './is-animated.ts';

/** Whether a page has what chooses its picture by when that is on the screen: video elements and animated images. */
export interface PlayerWatch {
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

/** An image that is larger, or more of them, are taken for animated ones instead of being looked at. */
const lookedAtBytes = 4_000_000;
const lookedAtImages = 200;

/** Looks for them, and goes on looking while others come. */
export async function watchPlayers({ session, lease }: PageHandle): Promise<PlayerWatch> {
  let found = false;
  const onSign = () => {
    found = true;
  };
  let lookedAt = 0;
  const look = async (url: string, bytes = 0) => {
    lookedAt += 1;
    if (bytes > lookedAtBytes || lookedAt > lookedAtImages) found = true;
    if (found) return;
    const image = await readImage(session, lease.frameId, url);
    if (image && isAnimated(image)) found = true;
  };
  const arriving = new Map<string, string>();
  const onResponse = ({ requestId, response }: Protocol.Network.ResponseReceivedEvent) => {
    if (mayBeAnimated.test(response.mimeType)) arriving.set(requestId, response.url);
  };
  const onLoaded = ({ requestId, encodedDataLength }: Protocol.Network.LoadingFinishedEvent) => {
    const url = arriving.get(requestId);
    arriving.delete(requestId);
    if (url !== undefined) look(url, encodedDataLength).catch(() => {});
  };
  for (const sign of signs) session.on(sign, onSign);
  session.on('Network.responseReceived', onResponse);
  session.on('Network.loadingFinished', onLoaded);
  const [{ frameTree }] = await Promise.all([
    session.send('Page.getResourceTree'),
    session.send('Media.enable'),
    session.send('Network.enable', {}),
  ]);
  found ||= frameTree.childFrames !== undefined;
  const images = frameTree.resources.filter(({ mimeType }) => mayBeAnimated.test(mimeType));
  for (const { url, contentSize } of images) await look(url, contentSize);
  return {
    get found() {
      return found;
    },
    async stop() {
      for (const sign of signs) session.off(sign, onSign);
      session.off('Network.responseReceived', onResponse);
      session.off('Network.loadingFinished', onLoaded);
      await session.send('Media.disable');
    },
  };
}

async function readImage(
  session: PageHandle['session'],
  frameId: string,
  url: string,
): Promise<Buffer | undefined> {
  try {
    const [, inUrl] = /^data:[^,]*;base64,(.*)$/is.exec(url) ?? [];
    if (inUrl !== undefined) return Buffer.from(decodeURIComponent(inUrl), 'base64');
    const asked = { frameId, url };
    const { content, base64Encoded } = await session.send('Page.getResourceContent', asked);
    return Buffer.from(content, base64Encoded ? 'base64' : 'latin1');
  } catch {
    // It is none, or the page let go of it.
    return undefined;
  }
}
