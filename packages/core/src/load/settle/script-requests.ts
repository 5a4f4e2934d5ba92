import { randomUUID } from 'node:crypto';
import { pageCode } from '../../page-code.ts';
import { callOf } from '../../page/create-page-code.ts';
import type { CdpSession } from '../../browser-source.ts';

/**
 * Lets documents count the answers that their scripts wait for: `fetch` and XMLHttpRequest do not
 * hold up the load event, and nobody else knows of them but the Network domain, which costs each
 * request of a page a millisecond. To be called before navigating.
 *
 * @returns the event on the window of a document that asks how many there are, and whether its
 *   elements changed after it had loaded; `<name>:count` answers; `<name>:shadow` says that there
 *   is a new shadow tree
 */
export async function countScriptRequests(session: CdpSession): Promise<string> {
  // The page can neither find the listener nor guess what it listens to.
  const eventName = `tintype-${randomUUID()}`;
  await countAs(session, eventName);
  return eventName;
}

/** As {@link countScriptRequests}, in a frame of the page that runs in a process of its own. */
export async function countAs(session: CdpSession, eventName: string): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: callOf(pageCode.countRequests, eventName),
  });
}
