import type { CdpSession, PageHandle } from '@tintype/core';
import type { Protocol } from 'devtools-protocol';

/** Tracks whether a page has videos or animated images: they follow the display time. */
export interface PlayerWatch {
  /** There is one, or a frame: those within frames are not all heard of. */
  readonly found: boolean;
  /** An image is being loaded, and may turn out to be animated. */
  readonly mayCome: boolean;
  stop(): Promise<void>;
}

/** The first has another name in older browsers; each player has properties. */
const signs = [
  'Media.playerCreated',
  'Media.playerPropertiesChanged',
  'Page.frameAttached',
] as const;

/** An image that is larger, or more of them, are assumed to be animated and not inspected. */
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
  /** Images being loaded, by request id: the URL of one that can be animated. */
  const arriving = new Map<string, string | undefined>();
  const onRequest = ({ requestId, type }: Protocol.Network.RequestWillBeSentEvent) => {
    if (type === 'Image') arriving.set(requestId, undefined);
  };
  const onResponse = ({ requestId, response }: Protocol.Network.ResponseReceivedEvent) => {
    if (mayBeAnimated.test(response.mimeType)) arriving.set(requestId, response.url);
    else arriving.delete(requestId);
  };
  const onEnd = ({ requestId }: { requestId: string }) => void arriving.delete(requestId);
  const onLoaded = (loaded: Protocol.Network.LoadingFinishedEvent) => {
    const url = arriving.get(loaded.requestId);
    const looked = url === undefined ? Promise.resolve() : look(url, loaded.encodedDataLength);
    looked.catch(() => {}).finally(() => onEnd(loaded));
  };
  const stopListening: (() => void)[] = [];
  const listen: CdpSession['on'] = (event, listener) => {
    session.on(event, listener);
    stopListening.push(() => session.off(event, listener));
  };
  for (const sign of signs) listen(sign, onSign);
  // Requests of a document that is gone have no end event.
  listen('Page.frameNavigated', () => arriving.clear());
  listen('Network.requestWillBeSent', onRequest);
  listen('Network.responseReceived', onResponse);
  listen('Network.loadingFinished', onLoaded);
  listen('Network.loadingFailed', onEnd);
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
    get mayCome() {
      return arriving.size > 0;
    },
    async stop() {
      for (const stop of stopListening) stop();
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
    // It is not one, or the page released it.
    return undefined;
  }
}

/** Media types of images that may be animated, as servers name them. */
export const mayBeAnimated = /^image\/(gif|webp|apng|png|vnd\.mozilla\.apng|avif)\b/i;

const graphicControl = Buffer.from([0x21, 0xf9, 0x04]);

/** Returns whether an image has more than one frame, according to its format. */
export function isAnimated(image: Buffer): boolean {
  if (image.length < 32) return false;
  const text = (start: number, end: number) => image.toString('latin1', start, end);
  if (text(0, 4) === 'GIF8') {
    const first = image.indexOf(graphicControl);
    return first >= 0 && image.indexOf(graphicControl, first + 1) >= 0;
  }
  // https://developers.google.com/speed/webp/docs/riff_container: the flags of the extended format.
  if (text(8, 16) === 'WEBPVP8X') return ((image[20] ?? 0) & 2) !== 0;
  if (text(1, 4) === 'PNG') {
    const control = image.indexOf('acTL', 0, 'latin1');
    const data = image.indexOf('IDAT', 0, 'latin1');
    return control >= 0 && control < data;
  }
  // The brands of ISO BMFF: an image sequence names itself among them.
  return text(4, 8) === 'ftyp' && text(8, image.readUInt32BE(0)).includes('avis');
}
