import { RenderError } from '@tintype/contract';
import type { PageHandle } from '../../page/page-handle.ts';

/** Maximum number of dialogs answered: a page that opens more opens them in a loop. */
const dialogLimit = 20;

/** Answers `alert()` and similar dialogs; returns a function that resets their counter. */
export function dismissDialogs(page: PageHandle): () => void {
  let seen = 0;
  page.lease.session.on('Page.javascriptDialogOpening', ({ type }) => {
    seen += 1;
    if (seen > dialogLimit) {
      page.deadline.fail(
        new RenderError(
          'page_unresponsive',
          `The page opened more than ${dialogLimit} dialogs (alert, confirm, prompt) and did not go on.`,
        ),
      );
      return;
    }
    const accept = type === 'beforeunload' || type === 'alert';
    void page.lease.session.send('Page.handleJavaScriptDialog', { accept }).catch(() => {});
  });
  return () => {
    seen = 0;
  };
}
