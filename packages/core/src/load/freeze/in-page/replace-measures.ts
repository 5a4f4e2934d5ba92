import { replaceGetter } from './replace-dates.ts';

/**
 * Replaces what the browser measures: times of performance entries and of observations, the date
 * of a document without `Last-Modified`, the speed of the network. Runs in the main world, before
 * `Date` is replaced.
 * @param read - ms since the start
 */
export function replaceMeasures(read: () => number, startMs: number): void {
  const isTime = /(?:Start|End|Time|Interactive|Complete|Loading|duration)$/;
  const world = window as unknown as Record<string, { prototype: object } | undefined>;
  const replace = (name: string, valueOf: (getter: string, measured: unknown) => unknown) => {
    const prototype = world[name]?.prototype ?? {};
    for (const [getter, { get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (get && isTime.test(getter)) {
        replaceGetter(prototype, getter, function (this: unknown) {
          return valueOf(getter, get.call(this));
        });
      }
    }
  };
  replace('PerformanceEntry', () => 0);
  // A script may wait until a time is not 0.
  for (const name of ['Resource', 'Navigation', 'Paint']) {
    replace(`Performance${name}Timing`, (_getter, measured) => (measured === 0 ? 0 : 1));
  }
  replace('LargestContentfulPaint', () => 1);
  replace('PerformanceTiming', (_getter, measured) => (measured === 0 ? 0 : startMs));
  replaceGetter(IntersectionObserverEntry.prototype, 'time', read);
  const { NetworkInformation } = world;
  for (const [name, value] of Object.entries({ rtt: 50, downlink: 10, effectiveType: '4g' })) {
    replaceGetter(NetworkInformation?.prototype ?? {}, name, () => value);
  }
  replaceLastModified(startMs);
}

/** Replaces the current time, which a document has that was sent without a date. */
export function replaceLastModified(startMs: number): void {
  const { now, parse } = Date;
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'lastModified') ?? {};
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const start = new Date(startMs).toLocaleString('en-US', { ...parts, ...time }).replace(',', '');
  replaceGetter(Document.prototype, 'lastModified', function (this: unknown) {
    const text = String(get?.call(this));
    return Math.abs(parse(text) - now()) < 5000 ? start : text;
  });
}
