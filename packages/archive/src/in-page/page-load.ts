import { ownOf } from '@tintype/core/in-page';

/** Page metadata in an archive. */
export interface PageLoad {
  title: string;
  /** Milliseconds since the request; -1 if the event has not fired. */
  onContentLoad: number;
  onLoad: number;
}

export function pageLoad(longestTitle: number): PageLoad {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    title: ownOf(document, 'title').slice(0, longestTitle),
    onContentLoad: entry?.domContentLoadedEventEnd || -1,
    onLoad: entry?.loadEventEnd || -1,
  };
}
