import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser-source.ts';
import { sharp } from '../../sharp.ts';
import { stillSvg } from './in-page/still-svg.ts';

/** Images whose responses are inspected; larger ones keep moving. */
const maxBytes = 20_000_000;
const maxPixels = 25_000_000;

interface Still {
  type: string;
  body: Buffer;
}

/** Lets a response pass, or replaces an animated image by one that does not move. */
export async function passImage(
  session: CdpSession,
  event: Protocol.Fetch.RequestPausedEvent,
): Promise<void> {
  const { requestId, responseStatusCode: status = 0, responseHeaders: headers = [] } = event;
  const still = status === 200 ? await stillOf(session, event).catch(() => undefined) : undefined;
  if (!still) {
    await session.send('Fetch.continueResponse', { requestId });
    return;
  }
  const replaced = /^(?:content-(?:type|length|encoding|range)|etag|cache-control)$/i;
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: [
      ...headers.filter(({ name }) => !replaced.test(name)),
      { name: 'content-type', value: still.type },
    ],
    body: still.body.toString('base64'),
  });
}

/** Returns the first frame of an animated image as PNG, an SVG without its animations. */
async function stillOf(
  session: CdpSession,
  { requestId, responseHeaders: headers = [] }: Protocol.Fetch.RequestPausedEvent,
): Promise<Still | undefined> {
  const header = (wanted: string) =>
    headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  const type = header('content-type') ?? '';
  if (/jpe?g/i.test(type)) return undefined;
  if (Number(header('content-length') ?? 0) > maxBytes) return undefined;
  const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
  const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > maxBytes) return undefined;
  if (/svg/i.test(type)) {
    const svg = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const still = stillSvg(svg);
    return still === svg ? undefined : { type, body: Buffer.from(still) };
  }
  if (!isAnimated(bytes)) return undefined;
  const png = await sharp(bytes, { limitInputPixels: maxPixels }).png().toBuffer();
  return { type: 'image/png', body: png };
}

/** Returns whether an image can have several frames. */
function isAnimated(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 64).toString('latin1');
  if (start.startsWith('GIF8')) return true;
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return bytes.includes('ANIM');
  if (start.startsWith('\x89PNG')) return bytes.subarray(0, 65_536).includes('acTL');
  return start.slice(4, 12) === 'ftypavis';
}
