import { isContextGone } from '../../page/chromium-errors.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { scriptError } from './inject.ts';

/** Asks every so often. */
const pollMs = 50;

/**
 * Waits until what `wait_for_function` says becomes true, for as long as the render has time. It
 * runs in the page's own world, so that it sees what the page defines; DevTools evaluates it, so
 * that no content security policy keeps it out.
 * @throws {RenderError} `script_failed` when it throws or is no JavaScript
 */
export async function waitForFunction(page: PageHandle, code: string): Promise<void> {
  page.deadline.activity = `waiting for wait_for_function ${JSON.stringify(shown(code))}`;
  while (!(await isTrue(page, code))) await page.deadline.sleep(pollMs);
}

async function isTrue(page: PageHandle, code: string): Promise<boolean> {
  try {
    const { result, exceptionDetails } = await page.session.send('Runtime.evaluate', {
      // On lines of its own: a remark at its end must not swallow what follows. Line 1 is its own
      // first line.
      expression: `(async () => { const given = (${code.replace(/[;\s]+$/, '')}
); return !!(await (typeof given === 'function' ? given() : given)); })()
//# sourceURL=wait_for_function`,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true,
    });
    if (exceptionDetails) throw scriptError('wait_for_function', code, exceptionDetails);
    return result.value === true;
  } catch (error) {
    // The page went elsewhere while it was asked: the next one is asked the same.
    if (!isContextGone(error)) throw error;
    return false;
  }
}

/** As much of it as a message can hold. */
function shown(code: string): string {
  const line = code.trim().replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}...` : line;
}
