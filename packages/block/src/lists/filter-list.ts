import { FiltersEngine, Request, type NetworkFilter } from '@ghostery/adblocker';

export interface FilterList {
  /** The file's name without its ending, for example `easylist`. */
  readonly name: string;
  /** Returns whether a host is blocked entirely as a third party. */
  hasHost(host: string): boolean;
  /** True if there are rules about anything but entire hosts. */
  readonly hasPathRules: boolean;
  /** Returns whether a request is blocked. `type` is CDP's resource type. */
  blocks(request: { url: string; type: string; pageUrl: string }): boolean;
  /** A style sheet that hides what the list names on a page with these ids and classes. */
  stylesFor(pageUrl: string, marks: { ids: string[]; classes: string[] }): string;
}

/** Stored form of a compiled list. */
export interface CompiledList {
  engine: Uint8Array;
  hosts: readonly string[];
  hasPathRules: boolean;
}

/** Compiles a list in EasyList's syntax. Takes half a second for one of the large ones. */
export function compileList(text: string): CompiledList {
  const engine = FiltersEngine.parse(text, { enableHtmlFiltering: false });
  const { networkFilters } = engine.getFilters();
  const excepted = new Set(
    networkFilters.flatMap((filter) => (filter.isException() ? [filter.getHostname()] : [])),
  );
  const whole = networkFilters.filter(isWholeHost).map((filter) => filter.getHostname());
  // A host with an exception anywhere on it, or above or below it, is left to the rules.
  const hosts = whole.filter((host) => ![...excepted].some((other) => isWithin(other, host)));
  const isWhole = new Set(hosts);
  const hasPathRules = networkFilters.some(
    (filter) =>
      !filter.isException() && !(isWholeHost(filter) && isWhole.has(filter.getHostname())),
  );
  return { engine: engine.serialize(), hosts, hasPathRules };
}

/** Rules are about the start of an address; one of 2 MB takes a list minutes. */
const maxMatchedLength = 4_096;

const isWithin = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

/** `||host^`, with no condition but that it is a third party's. */
function isWholeHost(filter: NetworkFilter): boolean {
  const { isHostnameAnchor, hasFilter, hasDomains, fromAny, thirdParty } = {
    isHostnameAnchor: filter.isHostnameAnchor(),
    hasFilter: filter.hasFilter(),
    hasDomains: filter.hasDomains(),
    fromAny: filter.fromAny(),
    thirdParty: filter.thirdParty(),
  };
  const isPlain = filter.optionValue === undefined && filter.denyallow === undefined;
  const isOdd = filter.isException() || filter.isBadFilter() || filter.isElemHide();
  return (
    isHostnameAnchor && !hasFilter && !hasDomains && fromAny && thirdParty && isPlain && !isOdd
  );
}

/** CDP's resource types, and those of the matcher. */
const types: Readonly<Record<string, string>> = {
  Document: 'sub_frame',
  XHR: 'xhr',
  Fetch: 'fetch',
  Script: 'script',
  Image: 'image',
  Stylesheet: 'stylesheet',
  Media: 'media',
  Font: 'font',
  Ping: 'ping',
};

export function openList(name: string, { engine, hosts, hasPathRules }: CompiledList): FilterList {
  const filters = FiltersEngine.deserialize(engine);
  const known = new Set(hosts);
  return {
    name,
    hasPathRules,
    hasHost(host) {
      for (let part = host; part.includes('.'); part = part.slice(part.indexOf('.') + 1)) {
        if (known.has(part)) return true;
      }
      return false;
    },
    blocks: ({ url, type, pageUrl }) =>
      filters.match(
        Request.fromRawDetails({
          url: url.slice(0, maxMatchedLength),
          sourceUrl: pageUrl,
          type: (types[type] ?? 'other') as 'other',
        }),
      ).match,
    stylesFor(pageUrl, { ids, classes }) {
      const { hostname, domain } = Request.fromRawDetails({ url: pageUrl, type: 'main_frame' });
      const { styles } = filters.getCosmeticsFilters({
        url: pageUrl,
        hostname,
        domain,
        ids,
        classes,
        getInjectionRules: false,
        getExtendedRules: false,
      });
      return styles;
    },
  };
}
