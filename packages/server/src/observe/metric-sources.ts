import type { RemoteState } from '@tintype/contract';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Other components' figures, read on each scrape. */
export interface MetricSources {
  /** Running renders, and those that wait for a slot: interactive, and in the background. */
  limiter?(): { running: number; waiting: number; waitingInBackground: number };
  browsers?(): number;
  /** Remote browsers, in the order of the settings. */
  remotes?(): readonly RemoteState[];
  cache?(): CacheFigures;
  /** Queued jobs. */
  requests?(): Promise<{ queued: number; processing: number }>;
  /** Webhooks, by state. */
  deliveries?(): Promise<Record<string, number>>;
}

/** Counters since the cache was created, and its size. */
export interface CacheFigures {
  hits: number;
  misses: number;
  evictions: number;
  memoryBytes: number;
  diskBytes: number;
}

export function addSources(registers: Registry[], sources: MetricSources): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const gauges = (
    name: string,
    help: string,
    label: string,
    read: () => Promise<Record<string, number>> | Record<string, number>,
  ) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: [label],
      async collect() {
        for (const [value, count] of Object.entries(await read())) {
          this.set({ [label]: value }, count);
        }
      },
    });
  const { limiter, browsers, remotes, cache, requests, deliveries } = sources;
  if (limiter) {
    gauge('tintype_renders_running', 'Renders under way.', () => limiter().running);
    gauges('tintype_renders_waiting', 'Renders that wait for a slot.', 'priority', () => {
      const { waiting, waitingInBackground } = limiter();
      return { interactive: waiting, background: waitingInBackground };
    });
  }
  if (browsers) gauge('tintype_browsers', 'Browsers that run.', browsers);
  if (remotes) addRemotes(registers, remotes);
  if (cache) addCache(registers, cache);
  if (requests) {
    const help = 'Unfinished async requests.';
    gauges('tintype_async_requests', help, 'state', requests);
  }
  if (deliveries) gauges('tintype_webhooks', 'Webhooks in the store.', 'state', deliveries);
}

/** Two addresses can have the same host: the index distinguishes them. */
function addRemotes(registers: Registry[], read: () => readonly RemoteState[]): void {
  const labelNames = ['index', 'browser'];
  const labels = ({ name }: RemoteState, index: number) => ({ index, browser: name });
  const gauge = (name: string, help: string, value: (remote: RemoteState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames,
      collect() {
        for (const [index, remote] of read().entries()) {
          this.set(labels(remote, index), value(remote));
        }
      },
    });
  const isUp = ({ state }: RemoteState) => Number(state !== 'failing');
  gauge('tintype_remote_browser_up', '0 while a remote browser is left alone, else 1.', isUp);
  gauge('tintype_remote_browser_pages', 'Renders in a remote browser.', ({ pages }) => pages);
  new Counter({
    name: 'tintype_remote_browser_failures_total',
    help: 'Failed connections and pages of a remote browser.',
    registers,
    labelNames,
    collect() {
      this.reset();
      for (const [index, remote] of read().entries()) {
        this.inc(labels(remote, index), remote.failures);
      }
    },
  });
}

function addCache(registers: Registry[], read: () => CacheFigures): void {
  const total = (name: string, help: string, key: keyof CacheFigures) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read()[key]);
      },
    });
  total('tintype_cache_hits_total', 'Cache hits.', 'hits');
  total('tintype_cache_misses_total', 'Cache misses.', 'misses');
  total('tintype_cache_evictions_total', 'Evicted results.', 'evictions');
  new Gauge({
    name: 'tintype_cache_bytes',
    help: 'Size of cached results.',
    registers,
    labelNames: ['place'],
    collect() {
      const { memoryBytes, diskBytes } = read();
      this.set({ place: 'memory' }, memoryBytes);
      this.set({ place: 'disk' }, diskBytes);
    },
  });
}
