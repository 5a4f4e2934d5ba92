import { isContextGone } from '../../page/chromium-errors.ts';
import type { PageHandle } from '../../page/page-handle.ts';
import { scriptError } from './inject.ts';

/** Polling interval, in ms. */
const pollMs = 50;

/**
 * Waits until `wait_for_function` returns a truthy value, until the deadline of the render. It runs
 * in the page's own world, so that it sees the page's variables; DevTools evaluates it, so no
 * content security policy blocks it.
 * @throws {RenderError} `script_failed` when it throws or is no JavaScript
 */
export async function waitForFunction(page: PageHandle, code: string): Promise<void> {
  page.deadline.activity = `waiting for wait_for_function ${JSON.stringify(shown(code))}`;
  while (!(await isTrueInPage(page, code, 'wait_for_function'))) await page.deadline.sleep(pollMs);
}

/** Returns whether an expression of the page's own world is truthy; false if the page left meanwhile. */
export async function isTrueInPage(
  page: PageHandle,
  code: string,
  parameter: 'wait_for_function' | 'steps' | 'until',
): Promise<boolean> {
  try {
    const { result, exceptionDetails } = await page.session.send('Runtime.evaluate', {
      // On its own lines: a remark at its end must not swallow what follows.
      expression: `(async () => { const given = (${withoutEnd(code)}
); return !!(await (typeof given === 'function' ? given() : given)); })()
//# sourceURL=${parameter}`,
      awaitPromise: true,
      returnByValue: true,
      allowUnsafeEvalBlockedByCSP: true,
    });
    if (exceptionDetails) throw scriptError(parameter, code, exceptionDetails);
    return result.value === true;
  } catch (error) {
    // The page navigated during the call: the new page is polled too.
    if (!isContextGone(error)) throw error;
    return false;
  }
}

/** Removes the end of a statement. A regular expression would be quadratic in blanks. */
function withoutEnd(code: string): string {
  let end = code.length;
  while (end > 0 && /[;\s]/.test(code[end - 1] ?? '')) end -= 1;
  return code.slice(0, end);
}

function shown(code: string): string {
  const line = code.trim().slice(0, 1000).replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}...` : line;
}
