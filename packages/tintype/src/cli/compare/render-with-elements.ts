import type { PageElements } from '@tintype/compare';
import { builtInKinds, parseRequest, partOf, resolveViewport } from '@tintype/contract';
import type { RenderRequest, RequestInput } from '@tintype/contract';
import { RenderError } from '@tintype/contract/errors';
import type { OpenOptions, OpenPage, Renderer, RenderResult } from '@tintype/core';

/** A result, and the elements that its page showed. */
export interface RenderedSide {
  result: RenderResult;
  /** Absent if they were not read, or their places in the image are not known. */
  elements?: PageElements;
  /** Pixels of the image for a CSS pixel. */
  scale: number;
}

/**
 * Renders a page, and, for a screenshot, reads the elements of the same load, which name the
 * regions of a comparison.
 * @throws RenderError if the render fails; without the elements, regions have no names
 */
export async function renderWithElements(
  renderer: Renderer,
  input: RequestInput,
  options: Pick<OpenOptions, 'signal' | 'allow' | 'site'>,
): Promise<RenderedSide> {
  const { request } = parseRequest(input, { kinds: builtInKinds });
  const scale = resolveViewport(request).deviceScaleFactor;
  if (!showsTopLeft(request)) return { result: await renderer.render(input, options), scale };
  const page = await renderer.open(partOf(input, 'load', builtInKinds), options);
  const signal = options.signal && { signal: options.signal };
  try {
    const wanted = { ...partOf(input, 'capture', builtInKinds), kind: request.kind };
    const result = await page.capture(wanted, signal);
    const elements = await readElements(page, signal);
    return { result, scale, ...(elements && { elements }) };
  } finally {
    await page.close();
  }
}

/** Returns true for an image that shows the page from its top left corner, in its own size. */
function showsTopLeft(request: RenderRequest): boolean {
  const given = request as Record<string, unknown>;
  const cut = ['selector', 'clip_x', 'clip_y', 'image_width', 'image_height'];
  const isScrolled = given['scroll_to'] !== undefined && given['full_page'] !== true;
  const isWhole = !isScrolled && cut.every((name) => given[name] === undefined);
  return request.kind === 'screenshot' && isWhole;
}

async function readElements(
  page: OpenPage,
  options: { signal: AbortSignal } | undefined,
): Promise<PageElements | undefined> {
  try {
    const { body } = await page.capture({ kind: 'scrape', format: 'elements' }, options);
    return JSON.parse(new TextDecoder().decode(body)) as PageElements;
  } catch (error) {
    if (options?.signal.aborted) throw error;
    if (error instanceof RenderError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
