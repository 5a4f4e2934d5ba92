import { getDomain } from 'tldts-experimental';
import type { EntityHosts } from './entity-hosts.ts';

/** The hosts that belong to the page itself, as far as the page has come. */
export interface FirstParty {
  /** Adds the host of a document of the main frame. */
  add(url: string): void;
  /** Adds one host by its name. */
  addHost(host: string): void;
  /** Returns whether a host is of the same site, or of the same company. */
  covers(host: string): boolean;
  /** The newest of those documents. */
  readonly url: string;
}

export function createFirstParty(entities: EntityHosts): FirstParty {
  const sites = new Set<string>();
  const names = new Set<string>();
  let newest = '';
  const addHost = (host: string) => {
    sites.add(siteOf(host));
    const name = entities.find(host)?.name;
    if (name !== undefined) names.add(name);
  };
  return {
    get url() {
      return newest;
    },
    add(url) {
      if (!URL.canParse(url)) return;
      newest = url;
      addHost(new URL(url).hostname);
    },
    addHost,
    covers(host) {
      if (sites.has(siteOf(host))) return true;
      const name = names.size === 0 ? undefined : entities.find(host)?.name;
      return name !== undefined && names.has(name);
    },
  };
}

/** The registrable domain, or the host itself where it has none (addresses, single labels). */
function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
