/** Filters of renders; they are part of the page's URL. */
export const filterNames = [
  'status',
  'api',
  'verdict',
  'slow',
  'time',
  'host',
  'address',
  'error',
  'task',
  'batch',
] as const;

export type FilterName = (typeof filterNames)[number];

/** Range of `time`, in seconds. */
export const times: Readonly<Record<string, number>> = {
  'last hour': 3_600,
  'last day': 86_400,
  'last week': 7 * 86_400,
  'last month': 30 * 86_400,
};

/** Returns the filters of the page's URL. */
export function readFilter(query: URLSearchParams): URLSearchParams {
  const filter = new URLSearchParams();
  for (const name of filterNames) {
    const value = query.get(name);
    if (value) filter.set(name, value);
  }
  return filter;
}

/** Returns the query for the service. Timestamps are whole minutes, so that a reload is equal. */
export function toQuery(filter: URLSearchParams, now = Date.now()): string {
  const query = new URLSearchParams(filter);
  const span = times[query.get('time') ?? ''];
  query.delete('time');
  if (span !== undefined) {
    query.set('since', String(Math.floor(now / 60_000) * 60 - span));
  }
  return String(query);
}

/** Filters for which the service must decrypt each request. */
const costly: readonly FilterName[] = ['verdict', 'slow', 'host', 'address', 'error'];

/** If the service must decrypt each request for the filter, it is polled less often. */
const pollMs = { plain: 3_000, costly: 15_000 } as const;
/** Number of pages that are requested first. */
export const firstPages = 3;

/** Returns the interval for reloading a list; undefined if many expensive pages are shown. */
export function pollMsOf(filter: URLSearchParams, pages: number): number | undefined {
  if (!isDear(filter)) return pollMs.plain;
  return pages > firstPages ? undefined : pollMs.costly;
}

function isDear(filter: URLSearchParams): boolean {
  return costly.some((name) => filter.has(name));
}
