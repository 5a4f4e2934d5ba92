import { callInPage, callOf } from './create-page-code.ts';
import { pageCode } from './page-code.ts';
import { RenderError } from '@tintype/contract';
import { invalidSelectorOf, isContextGone } from './chromium-errors.ts';
import type { PageHandle } from './page-handle.ts';
import { poll } from './poll.ts';
import { worldOfFrame } from './frame-world.ts';
import { ifThere, type PageFrame, type PageFrames } from './page-frames.ts';

export type SelectorParameter =
  | 'hide_selectors'
  | 'click_selector'
  | 'wait_for_selector'
  | 'scroll_to'
  | 'selector'
  | 'mask_selectors'
  | 'blur_selectors'
  | 'highlight_selectors'
  | 'ignore_selectors'
  | 'until';

/** Time that an element to be clicked or rendered may take to appear. */
export const selectorBoundMs = 5000;

/** Waits until any frame has an element, visible or not, until the render's deadline. */
export async function waitForSelector(
  page: PageHandle,
  selector: string,
  frames: PageFrames,
): Promise<void> {
  page.deadline.activity = `waiting for wait_for_selector ${JSON.stringify(selector)}`;
  await lookFor(page, 'wait_for_selector', selector, Infinity, frames);
}

/** Waits up to {@link selectorBoundMs} for the element of `selector` or `scroll_to`. */
export async function findSelected(
  page: PageHandle,
  selector: string,
  parameter: 'selector' | 'scroll_to' = 'selector',
): Promise<void> {
  page.deadline.activity = `waiting for ${parameter} ${JSON.stringify(selector)}`;
  const boundMs = Math.min(selectorBoundMs, page.deadline.remainingMs() / 2);
  if (!(await lookFor(page, parameter, selector, boundMs))) {
    throw selectorNotFound(parameter, selector, boundMs);
  }
}

async function lookFor(
  page: PageHandle,
  parameter: SelectorParameter,
  selector: string,
  boundMs: number,
  frames?: PageFrames,
): Promise<boolean> {
  const look = async () => {
    const found = await withSelectorErrors(parameter, () =>
      callInPage(page, pageCode.deepHas, selector),
    ).catch((error: unknown) => {
      if (!isContextGone(error)) throw error;
      return false;
    });
    return found || (frames && (await findInFrames(page, selector, frames))) ? true : undefined;
  };
  return (await poll(page, performance.now() + boundMs, look)) ?? false;
}

/** Returns the first matching element in the frames of a page. */
export async function findInFrames(
  page: PageHandle,
  selector: string,
  frames: PageFrames,
): Promise<{ frame: PageFrame; objectId: string } | undefined> {
  for (const frame of await frames.list()) {
    const work = async () => {
      const world = await worldOfFrame(frame.process.session, frame.frameId);
      return world.handle(callOf(pageCode.deepFind, selector));
    };
    const objectId = await ifThere(page.deadline.race(work()));
    if (objectId !== undefined) return { frame, objectId };
  }
  return undefined;
}

export function selectorNotFound(
  parameter: SelectorParameter,
  selector: string,
  boundMs: number,
): RenderError {
  const message = `nothing on the page matched ${JSON.stringify(selector)} within ${Number((boundMs / 1000).toFixed(1))} s`;
  return new RenderError('selector_not_found', `${parameter}: ${message}.`, {
    details: [{ parameter, message }],
  });
}

/** Converts the error of an invalid selector to one that names the parameter. */
export async function withSelectorErrors<T>(
  parameter: SelectorParameter,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw invalidSelector(error, parameter) ?? error;
  }
}

/** Returns the error for a selector that the browser cannot parse; undefined for other errors. */
export function invalidSelector(
  error: unknown,
  parameter: SelectorParameter | ((selector: string) => SelectorParameter),
): RenderError | undefined {
  const selector = invalidSelectorOf(error);
  if (selector === undefined) return undefined;
  const name = typeof parameter === 'string' ? parameter : parameter(selector);
  const shown = JSON.stringify(selector);
  return new RenderError(
    'invalid_selector',
    `${name}: ${shown} is not a CSS selector that the browser understands.`,
    {
      cause: error,
      details: [{ parameter: name, message: `${shown} is not a valid CSS selector` }],
    },
  );
}
