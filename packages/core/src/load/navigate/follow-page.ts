import { RenderError } from '@tintype/contract';
import { isContextGone, isLeavingPage } from '../../page/chromium-errors.ts';
import type { Deadline } from '../../time/deadline.ts';
import type { DocumentWatch } from './navigate.ts';

/** Number of times a page is captured again because it navigated away. */
const followLimit = 3;

/** Chromium reports a new document shortly after the calls into the old one have failed. */
const leavingMs = 100;

export interface Look {
  number: number;
  /** Runs work on a document, with its own deadline; abandons it if the page leaves. */
  onDocument<T>(loaderId: string | undefined, work: (deadline: Deadline) => Promise<T>): Promise<T>;
}

export interface FollowOptions {
  deadline: Deadline;
  watch: DocumentWatch;
  /** Number of times a page is captured again. Default: {@link followLimit}. */
  again: number | undefined;
  /** Undoes changes that abandoned work may have left on the page. */
  recover(): Promise<unknown>;
}

/**
 * Captures a page until it did not navigate during the capture. A script, a form or a refresh may
 * navigate at any time: Chromium then fails the pending calls, or never responds.
 * @throws {RenderError} `page_navigating` if it navigated during each of four captures
 */
export async function followPage<T>(
  { deadline, watch, again = followLimit, recover }: FollowOptions,
  take: (look: Look) => Promise<T>,
): Promise<T> {
  for (let number = 0; ; number += 1) {
    try {
      return await take({
        number,
        onDocument: (loaderId, work) => letGo(deadline, watch, loaderId, work),
      });
    } catch (error) {
      if (deadline.signal.aborted) throw error;
      // An image that does not arrive is requested once more: Chromium occasionally drops one.
      const isStuck = error instanceof RenderError && error.code === 'page_unresponsive';
      if (isStuck ? number > 0 || again === 0 : !(await hasLeft(error, watch, deadline)))
        throw error;
      if (number >= again) throw new RenderError('page_navigating', undefined, { cause: error });
    }
    await recover();
  }
}

/** Abandons work if the page navigates: a screenshot may then show either document. */
async function letGo<T>(
  outer: Deadline,
  watch: DocumentWatch,
  loaderId: string | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  if (watch.loaderId !== loaderId) throw new RenderError('page_navigating');
  const deadline = outer.child();
  const unwatch = watch.onLeft(() => deadline.fail(new RenderError('page_navigating')));
  try {
    // The result of the work is used under this deadline, which then ends with the outer one.
    return await deadline.race(work(deadline));
  } catch (error) {
    deadline.dispose();
    throw error;
  } finally {
    unwatch();
  }
}

/** Returns whether a failure was caused by the page's navigation. */
async function hasLeft(error: unknown, watch: DocumentWatch, deadline: Deadline): Promise<boolean> {
  const { code, cause } = RenderError.from(error);
  if (code === 'page_navigating') return true;
  const isGone = isContextGone(cause) || isLeavingPage(cause);
  if (!isGone && code !== 'internal') return false;
  const { loaderId } = watch;
  await deadline.sleep(leavingMs);
  return isGone || watch.navigating || watch.loaderId !== loaderId;
}
