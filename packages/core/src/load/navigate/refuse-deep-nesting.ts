import { RenderError } from '@tintype/contract';
import { pageCode } from '../page-code.ts';
import { callOf } from '../../page/create-page-code.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** Twice `kMaximumHTMLParserDOMTreeDepth`. Layout overflows its stack at some thousands. */
const maxDepth = 1024;

/** Frames to watch, two seconds: the page does not settle meanwhile. */
const watchedFrames = 120;

/** Ends a render with `page_too_deep`. Only after a crash: it traverses each frame's document. */
export async function refuseDeepNesting({ session, deadline }: PageHandle): Promise<void> {
  // A page may call the same binding by chance.
  const name = `tintype-${crypto.randomUUID()}`;
  session.on('Page.javascriptDialogOpening', ({ message }) => {
    if (message === name) deadline.fail(new RenderError('page_too_deep'));
  });
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: callOf(pageCode.reportNesting, name, maxDepth, watchedFrames),
    worldName: 'tintype',
  });
}
