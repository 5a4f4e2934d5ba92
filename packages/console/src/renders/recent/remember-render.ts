import type { SessionState } from '../../api.ts';
import type { Result } from '../../playground/result.ts';
import { describePdf } from '../../viewer/describe-pdf.ts';
import { shownAddress } from '../request-state.ts';
import { addRecent, type RecentRender } from './recent-renders.ts';

/** Width and height of a thumbnail in pixels: a card at two device pixels. */
const box = { width: 448, height: 336 };

const maxChars = 600;
const maxVideoMs = 5_000;

/** A render of the playground. */
export interface Played {
  kind: string;
  url: string;
  address: string;
  result?: Result;
  error?: Error;
}

/** Returns whose renders these are. Operators choose an account for all pages of a browser. */
export function ownerOf({ who, account }: SessionState): string {
  return account?.id ?? `${who} ${localStorage.getItem('tintype-account') ?? ''}`;
}

/** Notes a render of the playground in this tab; async requests are stored by the service. */
export async function rememberRender(owner: string, played: Played): Promise<void> {
  const { kind, url, address, result, error } = played;
  if (result?.queuedId !== undefined) return;
  const render: RecentRender = {
    id: result?.id ?? crypto.randomUUID(),
    kind,
    title: url === '' ? `${kind} of HTML` : shownAddress(url),
    address,
    at: Math.round(Date.now() / 1000),
    totalMs: result?.totalMs ?? 0,
    mediaType: result?.mediaType ?? '',
    ...(error && { error: error.message.slice(0, maxChars) }),
    ...(result?.blob && (await previewOf(result.blob, result.mediaType).catch(() => ({})))),
  };
  addRecent(sessionStorage, owner, render);
}

async function previewOf(blob: Blob, mediaType: string): Promise<Partial<RecentRender>> {
  if (mediaType.startsWith('image/')) {
    return { thumbnail: draw(await createImageBitmap(blob)) };
  }
  if (mediaType.startsWith('video/')) return { thumbnail: await firstFrame(blob) };
  if (/^text\/|json/.test(mediaType)) {
    return { text: (await blob.slice(0, maxChars * 4).text()).slice(0, maxChars) };
  }
  if (mediaType === 'application/pdf') {
    const { pages } = await describePdf(blob);
    return pages === undefined ? {} : { pages };
  }
  return {};
}

async function firstFrame(blob: Blob): Promise<string> {
  const video = document.createElement('video');
  const source = URL.createObjectURL(blob);
  try {
    await new Promise<void>((resolve, reject) => {
      setTimeout(reject, maxVideoMs);
      video.onloadeddata = () => resolve();
      video.onerror = reject;
      video.muted = true;
      video.preload = 'auto';
      video.src = source;
    });
    return draw(await createImageBitmap(video));
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(source);
  }
}

/** Draws the upper part of an image in the proportions of a card. */
function draw(image: ImageBitmap): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, box);
  const scale = Math.max(box.width / image.width, box.height / image.height);
  const [width, height] = [box.width / scale, box.height / scale];
  const pen = canvas.getContext('2d');
  pen?.drawImage(image, (image.width - width) / 2, 0, width, height, 0, 0, box.width, box.height);
  image.close();
  return canvas.toDataURL('image/webp', 0.6);
}
