import { openTrees } from '../../../page/in-page/trees.ts';
import { isVisible, ownBox, ownElements } from '../../../page/in-page/own-nodes.ts';
import { onUndo, styleBefore } from '../../../page/in-page/undo.ts';
import type { Area } from '../../geometry/area.ts';

type CanvasWorld = typeof globalThis & {
  tintypeCanvases?: HTMLCanvasElement[];
  /** Restores the page after an image of one canvas. */
  tintypeShowAll?: () => void;
};

/** Canvases whose pixels only an image of the page contains. */
export interface LostCanvases {
  areas: Area[];
  /** False if frames contain further ones. */
  isComplete: boolean;
}

/** Maximum number of canvases. */
export const heldCanvasLimit = 20;

/** Stores the pixels of WebGL and WebGPU canvases for a print; returns those that drew nothing. */
export async function holdCanvases(): Promise<LostCanvases> {
  const canvases = openTrees()
    .flatMap((tree) => [...ownElements<HTMLCanvasElement>(tree, 'canvas')])
    .filter((canvas) => isVisible(canvas) && hasContent(canvas));
  // In the task of a frame, its pixels can still be read.
  if (canvases.length > 0) await new Promise((resolve) => setTimeout(resolve));
  const lost = canvases.filter(isEmptyCanvas).slice(0, heldCanvasLimit);
  const drawn = lost.length === 0 ? [] : await readDrawn(lost);
  const left: HTMLCanvasElement[] = [];
  for (const [at, canvas] of lost.entries()) {
    const url = drawn[at];
    if (url === undefined || !(await showImage(canvas, url))) left.push(canvas);
  }
  // The window cannot show a larger canvas, and a frame has its own window.
  const own = left.filter(({ ownerDocument }) => ownerDocument === document);
  (globalThis as CanvasWorld).tintypeCanvases = own;
  return { areas: own.map(contentArea), isComplete: own.length === left.length };
}

export function hasContent(element: Element): boolean {
  const { width, height } = contentArea(element);
  return width > 0 && height > 0;
}

/** Returns the content box of an element, in CSS pixels of the page. */
export function contentArea(element: Element): Area {
  const { left, top, right, bottom } = ownBox(element);
  const style = getComputedStyle(element);
  const edge = (side: string) =>
    parseFloat(style.getPropertyValue(`border-${side}-width`)) +
    parseFloat(style.getPropertyValue(`padding-${side}`));
  const x = left + edge('left');
  const y = top + edge('top');
  const width = right - edge('right') - x;
  return { x: x + scrollX, y: y + scrollY, width, height: bottom - edge('bottom') - y };
}

/** Reads canvases at the end of a frame, after the page has drawn. */
export function readDrawn(canvases: readonly HTMLCanvasElement[]): Promise<(string | undefined)[]> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      resolve(
        canvases.map((canvas) =>
          isEmptyCanvas(canvas) ? undefined : canvas.toDataURL('image/png'),
        ),
      );
    });
    setTimeout(() => resolve([]), 200);
  });
}

/** Returns whether all pixels are clear or all are black, as in a presented drawing buffer. */
export function isEmptyCanvas(canvas: HTMLCanvasElement | ImageBitmap): boolean {
  const width = Math.max(1, Math.min(canvas.width, 100));
  const height = Math.max(1, Math.min(canvas.height, 100));
  const brush = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  try {
    brush?.drawImage(canvas, 0, 0, width, height);
    const pixels = new Uint32Array(brush?.getImageData(0, 0, width, height).data.buffer ?? []);
    return (
      (pixels[0] === 0 || pixels[0] === 0xff000000) && pixels.every((one) => one === pixels[0])
    );
  } catch {
    // A canvas with images of other origins cannot be read, and is not WebGL.
    return false;
  }
}

/** Hides all canvases that {@link holdCanvases} left except one, and everything that covers it. */
export async function showOnlyCanvas(at: number): Promise<void> {
  const world = globalThis as CanvasWorld;
  const canvas = world.tintypeCanvases?.[at];
  if (!canvas) return;
  const back = styleBefore(canvas);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*,*::before,*::after{visibility:hidden!important;transition:none!important}html,body{background:none!important}',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  canvas.style.setProperty('visibility', 'visible', 'important');
  world.tintypeShowAll = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    back();
    delete world.tintypeShowAll;
  };
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });
}

/** Shows the page again, with an image in a canvas; returns false if the page blocks images. */
export async function showCanvasImage(at: number, url: string): Promise<boolean> {
  const world = globalThis as CanvasWorld;
  world.tintypeShowAll?.();
  const canvas = world.tintypeCanvases?.[at];
  if (!canvas || url === '') return false;
  return (await isEmptyImage(url)) || showImage(canvas, url);
}

/** Returns whether an image is empty. The page's security policy does not apply to a bitmap. */
export async function isEmptyImage(url: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  return isEmptyCanvas(bitmap);
}

/** Shows an image as the background of a canvas, whose content moves out of its box. */
export async function showImage(canvas: HTMLCanvasElement, url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return false;
  }
  onUndo(styleBefore(canvas));
  const look = {
    'background-image': `url("${url}")`,
    'background-size': '100% 100%',
    'background-repeat': 'no-repeat',
    'background-position': '0 0',
    'background-origin': 'content-box',
    'background-clip': 'content-box',
    'object-fit': 'none',
    'object-position': '-100000px 0',
    '-webkit-print-color-adjust': 'exact',
  };
  for (const [name, value] of Object.entries(look)) {
    canvas.style.setProperty(name, value, 'important');
  }
  return true;
}
