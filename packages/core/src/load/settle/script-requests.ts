import { pageCode } from '../page-code.ts';
import { callOf } from '../../page/create-page-code.ts';
import type { CdpSession } from '../../browser-source.ts';

/**
 * Lets documents count the responses that their scripts wait for: `fetch` and XMLHttpRequest do not
 * delay the load event, and only the Network domain reports them, which costs each request of a
 * page a millisecond. Call it before navigating.
 * @returns the name of an event on the window: a document dispatches it to ask how many there are,
 *   and whether its elements changed after it had loaded; `<name>:count` is the response;
 *   `<name>:shadow` reports a new shadow tree
 */
export async function countScriptRequests(session: CdpSession): Promise<string> {
  // The page can neither find the listener nor guess what it listens to.
  const eventName = `tintype-${crypto.randomUUID()}`;
  await countAs(session, eventName);
  return eventName;
}

/**
 * Returns whether the current document gets idle periods, without which settling waits in vain.
 * @param eventName - result of {@link countScriptRequests}
 */
export async function getsIdle(session: CdpSession, eventName: string): Promise<boolean> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: callOf(pageCode.isQuiet, eventName),
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value === true;
}

/**
 * Does what {@link countScriptRequests} does, for another session of the page. Chromium runs the
 * scripts of a session for new documents only while its Page domain is enabled.
 */
export async function countAs(session: CdpSession, eventName: string): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: callOf(pageCode.countRequests, eventName),
  });
}

/** Does it for the session of a frame that runs in another process. */
export async function countInFrame(session: CdpSession, eventName: string): Promise<void> {
  await Promise.all([session.send('Page.enable'), countAs(session, eventName)]);
}
