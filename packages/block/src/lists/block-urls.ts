import type { CdpSession, PageHandle } from '@tintype/core';
import type { Protocol } from 'devtools-protocol';
import type { FirstParty } from '../hosts/first-party.ts';
import type { FilterList } from './filter-list.ts';

/** Requests that bring ads and counters: the rest comes from blocked hosts, or after these. */
const patterns: Protocol.Fetch.RequestPattern[] = [
  { resourceType: 'Script' },
  { resourceType: 'XHR' },
  { resourceType: 'Document' },
];

/** Refuses requests that lists name, in page and frames. Pauses scripts, data and frames only. */
export async function blockUrls(
  page: PageHandle,
  lists: readonly FilterList[],
  firstParty: FirstParty,
  blocked: (list: string) => void,
): Promise<void> {
  const { lease } = page;
  const listFor = ({ request, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent) => {
    const { url } = request;
    if (resourceType === 'Document' && frameId === lease.frameId) return undefined;
    if (!/^https?:/.test(url) || firstParty.covers(new URL(url).hostname)) return undefined;
    return lists.find((list) => list.blocks({ url, type: resourceType, pageUrl: firstParty.url }));
  };
  const attend = async (session: CdpSession): Promise<void> => {
    session.on('Fetch.requestPaused', (event) => {
      const { requestId } = event;
      const list = listFor(event);
      if (list) blocked(list.name);
      const answer = list
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : session.send('Fetch.continueRequest', { requestId });
      answer.catch(() => {});
    });
    session.on('Target.attachedToTarget', ({ sessionId }) => {
      const child = lease.childSession(sessionId);
      if (!child) return;
      void attend(child)
        .catch(() => {})
        .then(() => child.send('Runtime.runIfWaitingForDebugger'))
        .catch(() => {});
    });
    await Promise.all([
      session.send('Fetch.enable', { patterns }),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'iframe' }],
      }),
    ]);
  };
  // Its own session: the page's has the patterns of the request's headers.
  const { sessionId } = await page.deadline.race(
    lease.browser.session.send('Target.attachToTarget', {
      targetId: lease.targetId,
      flatten: true,
    }),
  );
  const session = lease.childSession(sessionId);
  if (session) await page.deadline.race(attend(session));
}
