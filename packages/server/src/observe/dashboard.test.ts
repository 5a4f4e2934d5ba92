import { readFileSync } from 'node:fs';
import t from 'tap';
import { createMetrics } from './create-metrics.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

t.test('the dashboard for Grafana asks for figures that there are', async (t) => {
  const file = new URL('../../../../docs/grafana-dashboard.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
  const { registry } = createMetrics('1', {
    limiter: () => ({ running: 0, waiting: 0, waitingInBackground: 0 }),
    browsers: () => 0,
    cache: () => ({ hits: 0, misses: 0, evictions: 0, memoryBytes: 0, diskBytes: 0 }),
    requests: async () => ({ queued: 0, processing: 0 }),
    deliveries: async () => ({ pending: 0 }),
  });
  const known = new Set(
    (await registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  t.ok(panels.length >= 10);
  for (const { title, targets } of panels) {
    for (const { expr } of targets) {
      const asked = expr.match(/\b(?:tintype|process)_\w+/g) ?? [];
      t.ok(asked.length > 0, title);
      for (const name of asked) t.ok(known.has(name), `${title}: ${name}`);
    }
  }
});
