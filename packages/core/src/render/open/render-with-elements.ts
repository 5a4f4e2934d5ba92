import {
  builtInKinds,
  parseRequest,
  partOf,
  RenderError,
  resolveViewport,
  showsTopLeft,
  type KindSet,
  type RenderRequest,
  type RequestInput,
} from '@tintype/contract';
import type { OpenOptions, OpenPage, Renderer, RenderResult } from '../../types.ts';

/** The elements of a page and their places in its image, which name the regions of a comparison. */
export interface ElementsInImage {
  /** Result of a scrape with `format: elements`. */
  json: Uint8Array;
  /** Pixels of the image for a CSS pixel. */
  scale: number;
}

/** A result, and the elements that its page showed. */
export interface RenderedWithElements {
  result: RenderResult;
  /** Absent if they were not read, or their places in the image are not known. */
  elements?: ElementsInImage;
}

/**
 * Renders a page, and, for a screenshot, reads the elements of the same load.
 * @throws RenderError if the render fails; elements that cannot be read are left out
 */
export async function renderWithElements(
  renderer: Pick<Renderer, 'render' | 'open'>,
  input: RequestInput,
  options: OpenOptions,
  kinds: KindSet = builtInKinds,
): Promise<RenderedWithElements> {
  const request = options.parsed
    ? (input as RenderRequest)
    : parseRequest(input, { kinds }).request;
  if (!showsTopLeft(request)) return { result: await renderer.render(input, options) };
  const page = await renderer.open(partOf(input, 'load', kinds), options);
  const signal = options.signal && { signal: options.signal };
  try {
    const wanted = { ...partOf(input, 'capture', kinds), kind: request.kind };
    const result = await page.capture(wanted, signal);
    const json = await readElements(page, signal);
    const scale = resolveViewport(request).deviceScaleFactor;
    return { result, ...(json && { elements: { json, scale } }) };
  } finally {
    await page.close();
  }
}

async function readElements(
  page: OpenPage,
  options: { signal: AbortSignal } | undefined,
): Promise<Uint8Array | undefined> {
  try {
    return (await page.capture({ kind: 'scrape', format: 'elements' }, options)).body;
  } catch (error) {
    if (options?.signal.aborted || !(error instanceof RenderError)) throw error;
    return undefined;
  }
}
