import { RenderError } from '@tintype/contract';
import { callInPage, type PageWorld } from '../../page/create-page-code.ts';
import { worldOfFrame } from '../../page/frame-world.ts';
import { createPageFrames, frameLimit, ifThere, type PageFrame } from '../../page/page-frames.ts';
import { EvaluationError, type PageHandle } from '../../page/page-handle.ts';
import { withSelectorErrors, type SelectorParameter } from '../../page/selectors.ts';
import { pageCode } from './page-code.ts';

/** Maximum time for a response of a frame, in ms. */
const answerBoundMs = 5000;

/** Documents of a page: its own, then those of its frames. */
export interface Documents {
  /**
   * Works in each document, first in the page's own, which is in no frame.
   * @param parameter - Parameter of an invalid selector.
   * @param isStrict - True if a frame that does not respond is an error; it is left out otherwise.
   */
  each<T>(
    parameter: SelectorParameter,
    isStrict: boolean,
    work: (world: PageWorld, frame?: PageFrame) => Promise<T>,
  ): Promise<T[]>;
  /** Awaits the response of a document; undefined if its frame is gone, or left out. */
  answer<T>(isStrict: boolean, work: Promise<T>): Promise<T | undefined>;
}

/** Returns the documents of a page. The undo of the page removes their marks. */
export function createDocuments(page: PageHandle): Documents {
  const frames = createPageFrames(page);
  const known = new Set<string>();
  page.onUndo(() => callInPage(page, pageCode.unmark));

  async function answer<T>(isStrict: boolean, work: Promise<T>): Promise<T | undefined> {
    const bound = page.deadline.sleep(answerBoundMs).then(() => {
      if (isStrict) throw unmasked('a frame of the page does not respond');
      return undefined;
    });
    try {
      return await ifThere(Promise.race([page.deadline.race(work), bound]));
    } catch (error) {
      // A frame that broke its own methods.
      if (!(error instanceof EvaluationError)) throw error;
      if (isStrict) throw unmasked('a frame of the page cannot be searched');
      return undefined;
    }
  }

  async function worldOf({ process, frameId }: PageFrame): Promise<PageWorld> {
    const world = await worldOfFrame(process.session, frameId);
    if (!known.has(frameId)) {
      known.add(frameId);
      page.onUndo(() => answer(false, callInPage(world, pageCode.unmark)));
    }
    return world;
  }

  return {
    answer,
    async each(parameter, isStrict, work) {
      const own = await withSelectorErrors(parameter, () => work(page));
      const list = (await answer(isStrict, frames.list())) ?? [];
      if (isStrict && list.length >= frameLimit) {
        throw unmasked(`the page has ${frameLimit} frames or more`);
      }
      const inFrames = list.map((frame) =>
        answer(
          isStrict,
          worldOf(frame).then((world) => work(world, frame)),
        ),
      );
      const found = await Promise.all(inFrames);
      return [own, ...found.filter((each) => each !== undefined)];
    },
  };
}

/** Returns the error of a page that may show what must be masked. */
export function unmasked(reason: string): RenderError {
  const message = `not everything could be masked: ${reason}`;
  return new RenderError('page_unresponsive', `mask_selectors: ${message}.`, {
    details: [{ parameter: 'mask_selectors', message }],
  });
}
