import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      'timeout-minutes': number;
      permissions?: Record<string, string>;
      steps: { uses?: string; run?: string }[];
    }
  >;
}

t.test('workflows take what they name, and may do little', async (t) => {
  const files = globSync('.github/workflows/*.yml', { cwd: root });
  t.same(files.toSorted(), ['.github/workflows/ci.yml', '.github/workflows/release.yml']);
  for (const file of files) {
    const { permissions, jobs } = parse(readFileSync(join(root, file), 'utf8')) as Workflow;
    t.same(permissions, { contents: 'read' }, file);
    for (const { 'timeout-minutes': minutes, steps } of Object.values(jobs)) {
      t.ok(minutes > 0, `${file}: a job ends`);
      for (const { uses, run = '' } of steps) {
        if (uses !== undefined)
          t.match(uses, /@(?:v\d+\.\d+\.\d+|[0-9a-f]{40})$/, `${file}: ${uses} is one version`);
        const script = /^npm (?:run )?(?:--silent )?([\w:-]+)/.exec(run)?.[1] ?? 'test';
        const ofNpm = ['ci', 'publish'];
        t.ok(
          ofNpm.includes(script) || Object.hasOwn(scripts, script),
          `${file}: there is ${script}`,
        );
      }
    }
  }
});

t.test('a version is that of all packages, and of what they need of each other', async (t) => {
  const dir = t.testdir({});
  const manifests = globSync('{packages/*,examples,benchmarks}/package.json', { cwd: root });
  t.ok(manifests.length > 15);
  for (const file of manifests) cpSync(join(root, file), join(dir, file), { recursive: true });
  const set = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/set-version.ts'), '--root', dir, ...args], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  t.equal(set('7.1.0').status, 0);
  for (const file of manifests) {
    const text = readFileSync(join(dir, file), 'utf8');
    t.match(JSON.parse(text), { version: '7.1.0' }, file);
    for (const [, version = ''] of text.matchAll(/"(?:@tintype\/[\w-]+|tintype)": "([^"]+)"/g)) {
      // Conditions and commands have such names, too.
      if (/^[\d^~]/.test(version)) t.equal(version, '7.1.0', file);
    }
  }
  t.equal(set('--check', '7.1.0').status, 0);
  const other = set('--check', '7.2.0');
  t.equal(other.status, 1);
  t.match(other.stderr, /has another version than 7\.2\.0/);
  t.not(set('latest').status, 0);
});

t.test('the bill of materials has what is installed, and nothing to develop with', async (t) => {
  const text = execFileSync(process.execPath, [join(root, 'scripts/write-sbom.ts')], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { components, metadata } = JSON.parse(text) as {
    metadata: { component: { name: string } };
    components: { name: string; purl: string; licenses?: object[]; hashes?: object[] }[];
  };
  t.equal(metadata.component.name, 'tintype');
  const names = components.map(({ name }) => name);
  const wanted = [
    '@tintype/core',
    'sharp',
    '@img/sharp-darwin-arm64',
    'fastify',
    'zod',
    'puppeteer-core',
  ];
  for (const name of wanted) t.ok(names.includes(name), name);
  for (const name of ['tap', 'oxlint', 'typescript', 'esbuild', 'publint', '@tintype/testkit']) {
    t.notOk(names.includes(name), name);
  }
  t.equal(new Set(components.map(({ purl }) => purl)).size > 200, true);
  for (const { name, licenses, hashes } of components) {
    t.ok(licenses, `${name} has a licence`);
    if (!name.startsWith('@tintype/')) t.ok(hashes, `${name} has a hash`);
  }
});
