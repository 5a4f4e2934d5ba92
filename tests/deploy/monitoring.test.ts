import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorTable } from '@tintype/contract';
import { createMetrics } from '@tintype/server';
import t from 'tap';
import { parse } from 'yaml';
import { readQuery } from './read-query.ts';

const folder = join(import.meta.dirname, '../../deploy');
const read = (path: string) => readFile(join(folder, path), 'utf8');

interface Known {
  labels: ReadonlySet<string>;
  isHistogram: boolean;
}

/** The metrics of a service, by name, with the labels that they can have. */
async function knownMetrics(): Promise<Map<string, Known>> {
  const figures = createMetrics('1.0.0', {
    limiter: () => ({ running: 0, waiting: 0, waitingInBackground: 0 }),
    browsers: () => 1,
    cache: () => ({ hits: 0, misses: 0, evictions: 0, memoryBytes: 0, diskBytes: 0 }),
    requests: async () => ({ queued: 0, processing: 0 }),
    deliveries: async () => ({ pending: 0, delivered: 0, failed: 0 }),
  });
  const registry = await figures.registry();
  const known = new Map<string, Known>();
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name) as unknown as { labelNames?: string[] };
    const isHistogram = metric.constructor.name === 'Histogram';
    known.set(name, { isHistogram, labels: new Set(metric.labelNames) });
  }
  return known;
}

const metrics = await knownMetrics();
/** Labels that Prometheus itself adds. */
const everywhere = ['job', 'instance'];

function check(query: string, where: string): string[] {
  const { selectors, grouping } = readQuery(query);
  t.ok(selectors.length > 0, `${where}: has a metric`);
  const used: string[] = [];
  const labels = new Set(everywhere);
  for (const { metric, matchers } of selectors) {
    if (metric === 'up') continue;
    const histogram = /^(.+)_(?:bucket|sum|count)$/.exec(metric)?.[1];
    const name = histogram !== undefined && metrics.has(histogram) ? histogram : metric;
    const known = metrics.get(name);
    t.ok(known, `${where}: there is ${metric}`);
    t.equal(known?.isHistogram, name !== metric, `${where}: ${metric} is asked for as what it is`);
    for (const label of known?.labels ?? []) labels.add(label);
    if (metric.endsWith('_bucket')) labels.add('le');
    for (const { label, value } of matchers) {
      t.ok(
        known?.labels.has(label) || everywhere.includes(label),
        `${where}: ${metric} has ${label}`,
      );
      if (label === 'outcome') checkOutcomes(value, where);
    }
    used.push(name);
  }
  for (const label of grouping) t.ok(labels.has(label), `${where}: is grouped by ${label}`);
  return used;
}

function checkOutcomes(value: string, where: string): void {
  for (const outcome of value.split('|')) {
    t.ok(
      outcome === 'succeeded' || Object.hasOwn(errorTable, outcome),
      `${where}: ${outcome} is an outcome`,
    );
  }
}

t.test('queries are read as Prometheus reads them', async (t) => {
  t.same(
    readQuery('sum by (le, a) (rate(x_bucket{job=~"$job",mode="direct"}[5m])) / count(y) > 2e9'),
    {
      selectors: [
        {
          metric: 'x_bucket',
          matchers: [
            { label: 'job', value: '$job' },
            { label: 'mode', value: 'direct' },
          ],
        },
        { metric: 'y', matchers: [] },
      ],
      grouping: ['le', 'a'],
    },
  );
});

t.test('each rule asks for what there is', async () => {
  interface Rule {
    alert: string;
    expr: string;
    annotations: { summary: string; description: string };
  }
  const { groups } = parse(await read('prometheus/tintype-alerts.yaml')) as {
    groups: { rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  t.ok(rules.length >= 8);
  for (const { alert, expr, annotations } of rules) {
    check(expr, alert);
    t.match(annotations.summary, /\.$/, alert);
    t.match(annotations.description, /\.$/, alert);
  }
});

t.test('each panel asks for what there is, and every metric of ours has one', async () => {
  interface Panel {
    id: number;
    title: string;
    type: string;
    targets?: { expr: string; legendFormat: string }[];
  }
  const { panels } = JSON.parse(await read('grafana/tintype.json')) as { panels: Panel[] };
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const used = new Set<string>();
  for (const { title, type, targets = [] } of panels) {
    t.ok(type === 'row' || targets.length > 0, `${title} shows something`);
    for (const { expr, legendFormat } of targets) {
      for (const name of check(expr, title)) used.add(name);
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      const { grouping } = readQuery(expr);
      for (const label of shown)
        t.ok(
          grouping.includes(label) || everywhere.includes(label),
          `${title}: the legend has ${label}`,
        );
    }
  }
  const own = [...metrics.keys()].filter((name) => name.startsWith('tintype_'));
  t.same(
    own.filter((name) => !used.has(name)),
    [],
  );
});
