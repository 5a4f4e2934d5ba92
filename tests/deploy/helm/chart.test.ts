import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unlessInstalled } from '@tintype/testkit';
import { Ajv } from 'ajv';
import t from 'tap';
import { parse, parseAllDocuments } from 'yaml';
import { renderChart, type Manifest } from './render-chart.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'deploy/helm/tintype');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const run = promisify(execFile);
const tsc = join(root, 'node_modules/.bin/tsc');

const least = { baseUrl: 'https://shots.example', files: 's3://shots/production' };
const max = {
  ...least,
  cacheFiles: 's3://shots/cache',
  filesRedirectSeconds: 600,
  imagePullSecrets: [{ name: 'registry' }],
  image: { repository: 'registry.example/tintype', tag: '1.2.3' },
  s3: { endpoint: 'https://s3.internal:9000', region: 'garage', secret: 'tintype-s3' },
  env: [{ name: 'TINTYPE_MAX_TIMEOUT', value: '60' }],
  drainSeconds: 60,
  api: { nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'api', operator: 'Exists' }] },
  worker: { seccompProfile: '', scaling: { enabled: true } },
  serviceAccount: { annotations: { role: 'shots' } },
  networkPolicy: { internal: [{ cidr: '10.0.0.5/32', port: 5432 }] },
};
/** Browsers in containers beside each worker. */
const beside = {
  ...least,
  worker: { browsers: { forAccounts: true, ports: [9222, 9223] } },
};
/** Browsers that run elsewhere. */
const elsewhere = {
  ...least,
  worker: { browsers: { forAccounts: true, secret: 'fleet', pages: 8 } },
  networkPolicy: { browsers: ['10.0.7.0/24'] },
};
const cases = { least, max, beside, elsewhere };

interface Container {
  env: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef?: { name: string }; fieldRef?: { fieldPath: string } };
  }[];
  image: string;
  lifecycle: { preStop: { exec: { command: string[] } } };
  readinessProbe: { httpGet: { path: string } };
  livenessProbe: { httpGet: { path: string } };
  securityContext: { allowPrivilegeEscalation: boolean; capabilities: { drop: string[] } };
}
interface BrowserContainer extends Pick<Container, 'image' | 'securityContext'> {
  name: string;
  restartPolicy: string;
  command: string[];
  args: string[];
  livenessProbe: { exec: { command: string[] } };
}
interface Workload extends Manifest {
  spec: {
    replicas?: number;
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsNonRoot: boolean; seccompProfile: Record<string, string> };
        containers: [Container];
        initContainers?: BrowserContainer[];
      };
    };
  };
}

const workloadsOf = (manifests: Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'Deployment') as Workload[];
const partOf = ({ metadata }: Manifest) => metadata.name.replace(/^shots-/, '');

t.test('values are checked by a schema', async (t) => {
  const validate = new Ajv({ strict: true, strictTypes: false }).compile(
    JSON.parse(read('deploy/helm/tintype/values.schema.json')) as object,
  );
  const defaults = parse(read('deploy/helm/tintype/values.yaml')) as Record<string, object>;
  const given = (values: object) => ({ ...defaults, ...values });
  t.ok(validate(given(least)), JSON.stringify(validate.errors));
  const { browsers: usualBrowsers } = defaults['worker'] as { browsers: object };
  for (const { worker } of [beside, elsewhere]) {
    const browsers = { ...usualBrowsers, ...worker.browsers };
    const values = given({ ...least, worker: { ...defaults['worker'], browsers } });
    t.ok(validate(values), JSON.stringify(validate.errors));
  }
  for (const wrong of [
    {},
    { baseUrl: least.baseUrl },
    { ...least, files: 'folder' },
    { ...least, drainSeconds: 7201 },
    { ...least, drainSeconds: '60' },
    { ...least, replicas: 3 },
    { ...least, store: { secret: 'x', key: 'url', url: 'postgres://user:password@db/x' } },
    { ...least, worker: { ...defaults['worker'], seccompProfile: '/etc/profile.json' } },
    { ...least, networkPolicy: { internal: [{ cidr: '10.0.0.5', port: 5432 }] } },
    { ...least, networkPolicy: { browsers: ['10.0.0.5'] } },
    ...[
      { ports: [9222] },
      { secret: 'fleet' },
      { forAccounts: true, ports: [9222], secret: 'fleet' },
      { forAccounts: true, ports: [3000] },
      { forAccounts: true, ports: [9222, 9222] },
      { forAccounts: true, ports: [80] },
      { forAccounts: true, secret: 'fleet', pages: 101 },
      { forAccounts: true, addresses: 'http://user:password@browsers' },
    ].map((browsers) => ({
      ...least,
      worker: { ...defaults['worker'], browsers: { ...usualBrowsers, ...browsers } },
    })),
  ]) {
    t.notOk(validate(given(wrong)), JSON.stringify(wrong));
  }
});

t.test('required parameters are requested', async (t) => {
  t.throws(() => renderChart(folder, {}), /baseUrl: how clients reach the service/);
  t.throws(() => renderChart(folder, { baseUrl: least.baseUrl }), /files: s3/);
});

for (const [name, values] of Object.entries(cases)) {
  t.test(`${name}: objects as Kubernetes declares them`, async (t) => {
    const { manifests } = renderChart(folder, values);
    t.same(
      manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted(),
      [
        'Deployment shots-api',
        'Deployment shots-background',
        'Deployment shots-worker',
        'NetworkPolicy shots',
        'PodDisruptionBudget shots-api',
        'PodDisruptionBudget shots-worker',
        'Service shots',
        'ServiceAccount shots',
        ...(name === 'max'
          ? ['ScaledObject shots-worker', 'TriggerAuthentication shots-backlog']
          : []),
        ...(name === 'elsewhere' ? ['NetworkPolicy shots-browsers'] : []),
      ].toSorted(),
    );
  });

  t.test(`${name}: pods`, async (t) => {
    const { manifests } = renderChart(folder, values);
    const settings = read('docs/configuration.md');
    const seen: Record<string, string | undefined> = {};
    for (const workload of workloadsOf(manifests)) {
      const { template, selector } = workload.spec;
      t.match(template.metadata.labels, selector.matchLabels);
      const { containers, terminationGracePeriodSeconds, securityContext } = template.spec;
      const [container] = containers;
      const valueOf = (wanted: string) => container.env.find((one) => one.name === wanted)?.value;
      seen[partOf(workload)] = valueOf('TINTYPE_ROLE');
      for (const { name: variable, value, valueFrom } of container.env) {
        t.ok(settings.includes(`\`${variable}\``), variable);
        const { secretKeyRef, fieldRef } = valueFrom ?? {};
        const told = value ?? secretKeyRef?.name ?? fieldRef?.fieldPath;
        t.type(told, 'string', 'variables are texts');
        if (/STORE|KEY/.test(variable)) t.equal(value, undefined, `${variable} is not written`);
      }
      const pause = Number(container.lifecycle.preStop.exec.command[1]);
      const drain = Number(valueOf('TINTYPE_DRAIN_TIMEOUT_S'));
      t.ok(terminationGracePeriodSeconds >= pause + drain + 10, 'it may finish');
      t.equal(container.readinessProbe.httpGet.path, '/ready');
      t.equal(container.livenessProbe.httpGet.path, '/health');
      t.equal(securityContext.runAsNonRoot, true);
      t.match(container.securityContext, {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      const isSealed = name !== 'max' && partOf(workload) === 'worker';
      t.equal(securityContext.seccompProfile['type'], isSealed ? 'Localhost' : 'RuntimeDefault');
      const isOpen = name === 'max' && partOf(workload) === 'worker';
      t.equal(valueOf('TINTYPE_NO_SANDBOX'), isOpen ? '1' : undefined);
      t.match(container.image, name === 'max' ? 'registry.example/tintype:1.2.3' : /^tintype:\d/);
    }
    t.same(seen, { api: 'api', background: 'scheduler,webhooks', worker: 'worker' });
  });
}

t.test('browsers apart from workers', async (t) => {
  const workerOf = (values: Record<string, unknown>) => {
    const workloads = workloadsOf(renderChart(folder, values).manifests);
    for (const one of workloads.filter((each) => partOf(each) !== 'worker')) {
      t.equal(one.spec.template.spec.initContainers, undefined, partOf(one));
      const names = one.spec.template.spec.containers[0].env.map(({ name }) => name);
      t.notMatch(names.join(), /BROWSER|EGRESS/, 'it renders nothing');
    }
    const { containers, initContainers = [] } = workloads.find((one) => partOf(one) === 'worker')!
      .spec.template.spec;
    const [{ env, image }] = containers;
    const about = env.filter(({ name }) => /BROWSER|EGRESS/.test(name));
    return {
      env: about.map(({ name: _name, ...value }) => value),
      image,
      browsers: initContainers,
    };
  };
  t.match(workerOf(least), { env: [], browsers: [] });

  const { env, image, browsers } = workerOf(beside);
  t.same(env, [
    { value: 'http://127.0.0.1:9222,http://127.0.0.1:9223' },
    { value: '4' },
    { value: 'true' },
  ]);
  const dockerfile = read('deploy/Dockerfile');
  for (const [at, browser] of browsers.entries()) {
    const port = 9222 + at;
    t.equal(browser.name, `browser-${port}`);
    t.equal(browser.image, image);
    // Else it would end with the signal that lets the worker finish.
    t.equal(browser.restartPolicy, 'Always');
    t.match(dockerfile, `TINTYPE_CHROME_PATH=${browser.command.at(-1)}`);
    t.ok(browser.args.includes(`--remote-debugging-port=${port}`));
    t.notOk(browser.args.includes('--no-sandbox'));
    t.match(browser.livenessProbe.exec.command.join(' '), `http://127.0.0.1:${port}/json/version`);
    t.match(browser.securityContext, { capabilities: { drop: ['ALL'] } });
  }
  t.equal(browsers.length, 2);
  const open = { ...beside, worker: { ...beside.worker, seccompProfile: '' } };
  for (const { args } of workerOf(open).browsers) t.ok(args.includes('--no-sandbox'));

  t.match(workerOf(elsewhere), {
    env: [
      { valueFrom: { secretKeyRef: { name: 'fleet', key: 'addresses' } } },
      { valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      { value: '8' },
      { value: 'true' },
    ],
    browsers: [],
  });
});

t.test('the compiler finds fields that Kubernetes does not have', async (t) => {
  const folders = t.testdir();
  const check = async (change: (text: string) => string) => {
    const files = Object.entries(cases).map(([name, values]) => {
      const file = join(folders, `${name}.ts`);
      writeFileSync(file, change(typed(renderChart(folder, values).manifests)));
      return file;
    });
    // Types of each version, fields that there are not refused: as literals, checked by the
    // compiler.
    const options =
      '--noEmit --strict --module preserve --types node --skipLibCheck --ignoreConfig';
    const checked = run(tsc, [...options.split(' '), ...files], { cwd: root });
    return (await checked.catch((error: { stdout: string }) => error)).stdout;
  };
  t.equal(await check((text) => text), '');
  const told = await check((text) => text.replace('"httpGet"', '"httpGot"'));
  for (const name of Object.keys(cases)) {
    t.match(told, new RegExp(`${name}\\.ts.*httpGot`), 'and it would tell');
  }
});

t.test('an autoscaler decides how many workers there are', async (t) => {
  const replicasOf = (values: Record<string, unknown>) =>
    workloadsOf(renderChart(folder, values).manifests).find((one) => partOf(one) === 'worker')?.spec
      .replicas;
  t.equal(replicasOf({ ...least, worker: { replicas: 7 } }), 7);
  t.equal(replicasOf(max), undefined);
  const { manifests } = renderChart(folder, max);
  const scaled = manifests.find(({ kind }) => kind === 'ScaledObject');
  t.match(scaled, {
    spec: {
      scaleTargetRef: { name: 'shots-worker' },
      triggers: [
        {
          type: 'postgresql',
          metadata: { query: 'SELECT renders FROM tintype.backlog', targetQueryValue: '4' },
          authenticationRef: { name: 'shots-backlog' },
        },
      ],
    },
  });
});

t.test('selectors find the pods that they are for', async (t) => {
  const { manifests } = renderChart(folder, least);
  const labels = new Map(
    workloadsOf(manifests).map((one) => [partOf(one), one.spec.template.metadata.labels]),
  );
  const found = (selector: Record<string, string>) =>
    [...labels]
      .filter(([, own]) => Object.entries(selector).every(([key, value]) => own[key] === value))
      .map(([part]) => part);
  const spec = (wanted: string) =>
    (
      manifests.find(({ kind, metadata }) => `${kind} ${metadata.name}` === wanted) as unknown as {
        spec: {
          selector: Record<string, string> & { matchLabels: Record<string, string> };
          podSelector: { matchLabels: Record<string, string> };
        };
      }
    ).spec;
  t.same(found(spec('Service shots').selector), ['api']);
  t.same(found(spec('PodDisruptionBudget shots-api').selector.matchLabels), ['api']);
  const apart = renderChart(folder, elsewhere).manifests.find(
    ({ metadata }) => metadata.name === 'shots-browsers',
  ) as unknown as { spec: { podSelector: { matchLabels: Record<string, string> } } };
  t.same(found(apart.spec.podSelector.matchLabels), ['worker']);
  t.same(found(spec('PodDisruptionBudget shots-worker').selector.matchLabels), ['worker']);
  const all = found(spec('NetworkPolicy shots').podSelector.matchLabels);
  t.same(all.toSorted(), ['api', 'background', 'worker']);
});

t.test('notes say what to do next', async (t) => {
  const { notes } = renderChart(folder, least);
  t.match(notes, /https:\/\/shots\.example/);
  t.match(notes, /exec deploy\/shots-api -- tintype keys create/);
});

t.test('Helm renders the same', { skip: unlessInstalled('helm') }, async (t) => {
  for (const [name, values] of Object.entries(cases)) {
    const file = join(t.testdir(), `${name}.json`);
    writeFileSync(file, JSON.stringify(values));
    await run('helm', ['lint', '--strict', folder, '--values', file]);
    const { stdout } = await run('helm', ['template', 'shots', folder, '--values', file]);
    const theirs = parseAllDocuments(stdout).map((one) => one.toJS() as Manifest);
    const byName = (one: Manifest) => `${one.kind} ${one.metadata.name}`;
    const sorted = (all: Manifest[]) =>
      all.toSorted((one, other) => (byName(one) < byName(other) ? -1 : 1));
    t.same(sorted(theirs), sorted(renderChart(folder, values).manifests), name);
  }
});

/**
 * What Kubernetes does not have itself, from
 * https://keda.sh/docs/latest/reference/scaledobject-spec/.
 */
const keda = `
interface Meta { name: string; labels?: Record<string, string> }
interface TriggerAuthentication { apiVersion: 'keda.sh/v1alpha1'; kind: 'TriggerAuthentication'; metadata: Meta;
  spec: { secretTargetRef: { parameter: string; name: string; key: string }[] } }
interface ScaledObject { apiVersion: 'keda.sh/v1alpha1'; kind: 'ScaledObject'; metadata: Meta;
  spec: { scaleTargetRef: { name: string }; pollingInterval?: number; cooldownPeriod?: number; minReplicaCount?: number;
    maxReplicaCount?: number; triggers: { type: string; metadata: Record<string, string>; authenticationRef?: { name: string } }[] } }
`;

function typed(manifests: readonly Manifest[]): string {
  const lines = manifests.map((manifest, at) => {
    const { apiVersion, kind } = manifest;
    const path =
      { v1: 'core/v1', 'networking.k8s.io/v1': 'networking/v1' }[apiVersion] ?? apiVersion;
    const type = path.startsWith('keda.sh/') ? kind : `import('kubernetes-types/${path}').${kind}`;
    return `export const object${at}: ${type} = ${JSON.stringify(manifest, null, 2)};`;
  });
  return `${keda}\n${lines.join('\n')}\n`;
}
