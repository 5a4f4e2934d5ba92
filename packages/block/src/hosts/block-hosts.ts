import type { HostFilter, PageHandle } from '@tintype/core';
import type { EntityHosts, HostCategory } from './entity-hosts.ts';
import { createFirstParty, type FirstParty } from './first-party.ts';

/** The list that names a host, if there is one. */
export type HostList = (host: string, firstParty: FirstParty) => string | undefined;

/** The built-in list of the categories that a request names. */
export function entityList(entities: EntityHosts, wanted: ReadonlySet<HostCategory>): HostList {
  return (host) => {
    const category = entities.find(host)?.category;
    return category !== undefined && wanted.has(category) ? category : undefined;
  };
}

/** Maximum delay of a listed host, in ms: the document shows whether it is part of a redirect. */
const holdMs = 150;

/** Lets the egress proxy, which sees every connection anyway, refuse listed third-party hosts. */
export function blockHosts(
  page: PageHandle,
  targetUrl: string,
  entities: EntityHosts,
  lists: readonly HostList[],
  blocked: (list: string) => void,
): FirstParty {
  const firstParty = createFirstParty(entities);
  firstParty.add(targetUrl);
  const { frameId, network } = page.lease;
  let arrive = () => {};
  const arrived = new Promise<true>((resolve) => {
    arrive = () => resolve(true);
  });
  let hasArrived = false;
  page.session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== frameId || frame.url === 'about:blank') return;
    firstParty.add(frame.url);
    hasArrived = true;
    arrive();
  });
  page.session.on('Page.frameStartedNavigating', (event) => {
    if (event.frameId === frameId) firstParty.add(event.url);
  });
  const listOf = (host: string): string | undefined => {
    for (const list of lists) {
      const name = list(host, firstParty);
      if (name !== undefined) return firstParty.covers(host) ? undefined : name;
    }
    return undefined;
  };
  const refuses = (host: string): boolean => {
    const name = listOf(host);
    if (name !== undefined) blocked(name);
    return name !== undefined;
  };
  const isBlocked: HostFilter = (host) => {
    if (hasArrived || listOf(host) === undefined) return refuses(host);
    const late = page.deadline.sleep(holdMs).then(() => false as const);
    return Promise.race([arrived, late]).then((isPart) => {
      // Its connection could be used again past the filter: it counts as the page's own.
      if (!isPart) firstParty.addHost(host);
      return isPart && refuses(host);
    });
  };
  network.block(isBlocked);
  return firstParty;
}
