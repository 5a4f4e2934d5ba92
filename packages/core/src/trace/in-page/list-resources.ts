/** A request, as known to the page that sent it. */
export interface LoadedResource {
  url: string;
  /** The initiator: `img`, `fetch`. */
  type: string;
  startMs: number;
  durationMs: number;
  /** 0 if it is hidden from the page. */
  status: number;
  bytes: number;
  protocol: string;
}

/** Returns the requests of the document, its own first, and the start of its clock. */
export function listResources(
  count: number,
  longestUrl: number,
): { originMs: number; resources: LoadedResource[] } {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ].slice(0, count) as PerformanceResourceTiming[];
  const resources = entries.map((entry) => ({
    url: entry.name.slice(0, longestUrl),
    type: entry.initiatorType,
    startMs: entry.startTime,
    durationMs: entry.duration,
    status: entry.responseStatus,
    bytes: entry.transferSize,
    protocol: entry.nextHopProtocol,
  }));
  return { originMs: performance.timeOrigin, resources };
}
