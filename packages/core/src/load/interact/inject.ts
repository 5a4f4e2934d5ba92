import { callInPage, callOf } from '../../page/create-page-code.ts';
import { pageCode } from '../page-code.ts';
import { RenderError } from '@tintype/contract';
import type { Protocol } from 'devtools-protocol';
import { isContextGone } from '../../page/chromium-errors.ts';
import type { PageHandle } from '../../page/page-handle.ts';

/** Applies `inject_css` before the page paints for the first time. Call it before navigating. */
export async function injectCssEarly(page: PageHandle, css: string | undefined): Promise<void> {
  if (css === undefined) return;
  await page.session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: callOf(pageCode.addSheet, css),
    worldName: 'tintype',
  });
}

/** Ensures that `inject_css` is the last sheet. */
export async function injectCss(page: PageHandle, css: string | undefined): Promise<void> {
  if (css === undefined) return;
  await callInPage(page, pageCode.addSheet, css);
}

/** Runs `inject_js` in the page's own world through DevTools, and awaits its result. */
export async function injectJs(page: PageHandle, code: string | undefined): Promise<void> {
  if (code === undefined) return;
  page.deadline.activity = 'running inject_js';
  try {
    const { exceptionDetails } = await page.session.send('Runtime.evaluate', {
      expression: `${code}\n//# sourceURL=inject_js`,
      replMode: true,
      awaitPromise: true,
      userGesture: true,
      allowUnsafeEvalBlockedByCSP: true,
    });
    if (exceptionDetails) throw scriptError('inject_js', code, exceptionDetails);
  } catch (error) {
    // Thrown values and results are transferred whole; CDP cannot limit them.
    if (error instanceof RenderError && error.code === 'page_too_large') throw tooLarge(error);
    // A script may navigate: settling then waits for the new page.
    if (!isContextGone(error)) throw error;
  }
}

/** Returns the error for a script of the request that threw, or cannot be parsed. */
export function scriptError(
  parameter: 'inject_js' | 'wait_for_function' | 'steps' | 'until',
  code: string,
  details: Protocol.Runtime.ExceptionDetails,
): RenderError {
  const { exception, text } = details;
  const thrown = shortened(exception?.description) ?? quoted(exception?.value);
  const stackLine = new RegExp(`\\b${parameter}:(\\d+):\\d+`).exec(thrown ?? '')?.[1];
  const line = stackLine ?? lineOf(code, details);
  const [first = ''] = (thrown ?? text).split('\n');
  const message = first.slice(0, 200);
  const place = line === undefined ? '' : ` at line ${line}`;
  return new RenderError('script_failed', `${parameter} failed${place}: ${message}`, {
    details: [{ parameter, message }],
  });
}

/** Returns the line of an error without a stack; undefined for line 0 or after the code. */
function lineOf(
  code: string,
  { scriptId, lineNumber }: Protocol.Runtime.ExceptionDetails,
): number | undefined {
  const last = code.trimEnd().split('\n').length;
  return scriptId === undefined && last > 1 ? undefined : Math.min(lineNumber + 1, last);
}

/** A page may throw an error of a hundred megabytes: only this many characters are read. */
const maxErrorLength = 10_000;

function shortened(text: string | undefined): string | undefined {
  return text?.slice(0, maxErrorLength);
}

function quoted(value: unknown): string | undefined {
  return JSON.stringify(typeof value === 'string' ? shortened(value) : value);
}

function tooLarge(cause: RenderError): RenderError {
  const message = 'what it threw or gave is too large';
  return new RenderError('script_failed', `inject_js failed: ${message}.`, {
    cause,
    details: [{ parameter: 'inject_js', message }],
  });
}
