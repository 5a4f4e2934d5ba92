import { endAnimations, placePaused } from '../../settle/in-page/animations.ts';
import { deepRoots } from '../../../page/in-page/deep-query.ts';
import { ownElements, ownOf, setOwn } from '../../../page/in-page/own-nodes.ts';
import { twoFrames } from '../../../page/in-page/page-waits.ts';
import { onUndo } from '../../../page/in-page/undo.ts';
import { stillSvg } from './still-svg.ts';

/** Sends an order to `freezePage`; returns false if nothing happens before the time ends. */
export function orderClock(eventName: string, order: string): boolean {
  let state = '';
  const listen = (event: Event) => {
    state = String((event as CustomEvent).detail);
  };
  addEventListener(`${eventName}:state`, listen);
  EventTarget.prototype.dispatchEvent.call(window, new CustomEvent(eventName, { detail: order }));
  removeEventListener(`${eventName}:state`, listen);
  return state === 'running';
}

/**
 * Waits until the time of the document ends, and stops it until it is extended. Hides the caret,
 * and shows the first frame of videos and of images without an address.
 * @returns false if the time did not end
 */
export async function endTime(eventName: string, boundMs: number): Promise<boolean> {
  const endsAt = performance.now() + boundMs;
  for (let isMoving = true; isMoving && performance.now() < endsAt;) {
    // Scripts may go on once an animation has ended.
    isMoving = endAnimations('finish', false) || orderClock(eventName, '');
    if (isMoving) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const isOver = !orderClock(eventName, 'stop');
  await twoFrames();
  placePaused();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*{caret-color:transparent !important}progress:indeterminate{appearance:none !important}',
  );
  const work: Promise<unknown>[] = [];
  for (const root of deepRoots()) {
    const sheets = ownOf(root, 'adoptedStyleSheets');
    setOwn(root, 'adoptedStyleSheets', [...sheets, sheet]);
    onUndo(() => setOwn(root, 'adoptedStyleSheets', [...sheets]));
    for (const media of ownElements<HTMLMediaElement>(root, 'video')) work.push(rewind(media));
    const inline = 'img[src^="data:image/"], img[src^="blob:"]';
    for (const image of ownElements<HTMLImageElement>(root, inline))
      work.push(showStill(image).catch(() => {}));
  }
  const bound = new Promise((resolve) => setTimeout(resolve, 1000));
  await Promise.race([Promise.all(work), bound]);
  return isOver;
}

/** Shows the first frame of a video. */
export async function rewind(video: HTMLMediaElement): Promise<void> {
  video.pause();
  if (video.currentTime === 0) return;
  const shown = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
  video.currentTime = 0;
  await shown;
}

/** Replaces an image, which may be animated, by its first frame until the capture is undone. */
export async function showStill(image: HTMLImageElement): Promise<void> {
  const { naturalWidth: width, naturalHeight: height, src } = image;
  if (!image.complete || width === 0 || width * height > 4_000_000) return;
  const still = await stillOf(await (await fetch(src)).blob(), width, height);
  if (!still) return;
  const url = URL.createObjectURL(still);
  image.src = url;
  onUndo(() => (image.src = src));
  await image.decode();
  URL.revokeObjectURL(url);
}

/** Returns the first frame of an image, or an SVG without its animations. */
export async function stillOf(
  image: Blob,
  width: number,
  height: number,
): Promise<Blob | undefined> {
  if (image.type.startsWith('image/svg')) {
    const svg = await image.text();
    const still = stillSvg(svg);
    return still === svg ? undefined : new Blob([still], { type: image.type });
  }
  const canvas = new OffscreenCanvas(width, height);
  // A bitmap shows the first frame (https://html.spec.whatwg.org/#dom-createimagebitmap).
  canvas.getContext('2d')?.drawImage(await createImageBitmap(image), 0, 0);
  return canvas.convertToBlob();
}
