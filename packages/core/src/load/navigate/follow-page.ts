import { RenderError } from '@tintype/contract';
import { isContextGone, isLeavingPage } from '../../page/chromium-errors.ts';
import type { Deadline } from '../../time/deadline.ts';
import type { DocumentWatch } from './navigate.ts';

/** Number of times a page is captured again because it navigated away. */
const followLimit = 3;

/** Chromium tells of a new document a moment after the calls into the old one have failed. */
const leavingMs = 100;

/** One look at a page. */
export interface Look {
  /** From 0. */
  number: number;
  /**
   * Does work on a document, on a clock of its own: when the page leaves the document, the work is
   * let go of.
   */
  onDocument<T>(loaderId: string | undefined, work: (deadline: Deadline) => Promise<T>): Promise<T>;
}

/** Options of {@link followPage}. */
export interface FollowOptions {
  deadline: Deadline;
  watch: DocumentWatch;
  /** Number of times a page is captured again. Default: {@link followLimit}. */
  again: number | undefined;
  /** Undoes what work that was let go of may have left behind. */
  recover(): Promise<unknown>;
}

/**
 * Looks at a page until it stood still for one look. A script, a form or a refresh may send it
 * elsewhere at any moment: Chromium then fails the calls that are under way, or never answers them.
 *
 * @throws {RenderError} `page_navigating` when it left each of four looks
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
      // An image that does not come is asked for once more: now and then Chromium forgets one.
      const isStuck = error instanceof RenderError && error.code === 'page_unresponsive';
      if (isStuck ? number > 0 || again === 0 : !(await hasLeft(error, watch, deadline)))
        throw error;
      if (number >= again) throw new RenderError('page_navigating', undefined, { cause: error });
    }
    await recover();
  }
}

/** A screenshot that was taken while the document changed may show either of them. */
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
    // What the work gives goes on with this deadline, which then ends with the outer one.
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
