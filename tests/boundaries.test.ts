import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The rows of the table in docs/architecture.md: each package, and what it may import. */
function documented(): Map<string, string[] | 'everything'> {
  const rows = read('docs/architecture.md').matchAll(/^\| `(@?[\w/]+)` *\|[^|]*\|([^|]*)\|$/gm);
  const table = new Map<string, string[] | 'everything'>();
  for (const [, name = '', imports = ''] of rows) {
    const names = imports.trim();
    if (names === 'everything') table.set(name, names);
    else table.set(name, names === '-' ? [] : names.split(/, */));
  }
  return table;
}

interface Override {
  files: string[];
  rules: { 'no-restricted-imports': [string, { patterns: { group: string[] }[] }] };
}

/** Imports that the linter allows for files of a package. */
function linted(folder: string): string[] | 'everything' {
  const { overrides } = JSON.parse(read('.oxlintrc.json')) as { overrides: Override[] };
  const own = overrides.find(({ files }) => files.includes(`packages/${folder}/src/**`));
  if (!own) return 'everything';
  const groups = own.rules['no-restricted-imports'][1].patterns.flatMap(({ group }) => group);
  t.ok(groups.includes('@tintype/**'), `${folder}: everything is refused first`);
  return groups.flatMap((group) => /^!@tintype\/(?!testkit)([\w/-]+)$/.exec(group)?.[1] ?? []);
}

const table = documented();
for (const folder of readdirSync(join(root, 'packages'))) {
  t.test(folder, (t) => {
    const name = folder === 'tintype' ? folder : `@tintype/${folder}`;
    t.same(linted(folder), table.get(name), 'the linter holds what docs/architecture.md says');
    t.end();
  });
}

/** Imports of a package's files, except tests and fixtures. */
function imported(folder: string): Set<string> {
  const source = join('packages', folder, 'src');
  const files = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('fixtures'),
  );
  t.ok(files.length > 0, `${folder} has files`);
  const texts = files.map((name) => read(join(source, name)));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/ from '([^'.][^']*)';/g)].map(([, from = '']) => from),
    ),
  );
}

t.test('only tests and fixtures import the testkit, which imports nothing of Tintype', (t) => {
  for (const folder of readdirSync(join(root, 'packages'))) {
    const found = [...imported(folder)].filter((from) => from.startsWith('@tintype/testkit'));
    t.same(found, [], folder);
  }
  t.end();
});

t.test('the use cases know nothing of HTTP', (t) => {
  const found = [...imported('jobs')];
  t.ok(found.includes('@tintype/store') && found.includes('p-queue'), found.join(' '));
  t.same(
    found.filter((from) => /fastify|pino|^node:https?2?$|^@tintype\/server/.test(from)),
    [],
  );
  t.end();
});

/** Relative imports of the files of a package, with `import()` and types, tests excluded. */
function importsOf(folder: string): Map<string, string[]> {
  const files = globSync(`packages/${folder}/src/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/fixtures\//.test(file),
  );
  const imports = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g;
  return new Map(
    files.map((file) => [
      file,
      [...read(file).matchAll(imports)].map(([, path = '']) => join(dirname(file), path)),
    ]),
  );
}

/** The first cycle of a graph, as a list of its nodes; empty if it has none. */
function cycleOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

// The linter's rule does not follow `import()`.
t.test('no package has a cycle of files, types and import() included', async (t) => {
  for (const folder of readdirSync(join(root, 'packages'))) {
    t.same(cycleOf(importsOf(folder)), [], folder);
  }
});

for (const [name, least] of [
  ['core', 20],
  ['server', 8],
] as const) {
  t.test(`folders of ${name} import no folder that imports them`, async (t) => {
    const folders = new Map<string, string[]>();
    const isCounted = (file: string) =>
      dirname(file) !== `packages/${name}/src` && !file.endsWith('/page-code.ts');
    for (const [file, imported] of [...importsOf(name)].filter(([file]) => isCounted(file))) {
      const home = dirname(file);
      const others = imported.filter(isCounted).map((path) => dirname(path));
      const known = folders.get(home) ?? [];
      folders.set(home, [...known, ...others.filter((other) => other !== home)]);
    }
    t.ok(folders.size > least, 'folders were found');
    t.same(cycleOf(folders), []);
  });
}

t.test('load/ and capture/ of core do not import each other', async (t) => {
  const [loading, capturing] = [/\/src\/load\//, /\/src\/capture\//];
  for (const [file, imported] of importsOf('core')) {
    const other = loading.test(file) ? capturing : loading;
    if (!loading.test(file) && !capturing.test(file)) continue;
    t.same(
      imported.filter((path) => other.test(path)),
      [],
      file,
    );
  }
});

t.test('every thread starts by way of core, for clones without a build', async (t) => {
  const files = globSync('packages/*/src/**/*.ts', { cwd: root });
  const starters = files.filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      !/in-page|fixtures|testkit/.test(file) &&
      /\bnew (?:\w+\.)?Worker\(|\bfork\(|\bprocess\.execPath, \[/.test(read(file)),
  );
  t.same(starters, ['packages/core/src/installed.ts']);
});

t.test('no module calls createRequire by its name, which webpack replaces', async (t) => {
  const files = globSync('packages/*/src/**/*.ts', { cwd: root });
  const callers = files.filter(
    (file) => !/\.test\.ts$|testkit/.test(file) && /(?<!\.)\bcreateRequire\(/.test(read(file)),
  );
  t.same(callers, []);
});

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

t.test('what a package is compiled with is built before it, not beside it', (t) => {
  const folders = globSync('packages/*', { cwd: root });
  const manifests = new Map(
    folders.map((folder) => [folder, JSON.parse(read(join(folder, 'package.json'))) as Manifest]),
  );
  const byName = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
  const builtBefore = (folder: string, seen = new Set<string>()): Set<string> => {
    const { dependencies = {}, devDependencies = {} } = manifests.get(folder) ?? { name: '' };
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const other = byName.get(name);
      if (other !== undefined && !seen.has(other)) builtBefore(other, seen.add(other));
    }
    return seen;
  };
  for (const folder of folders) {
    const { references = [] } = JSON.parse(read(join(folder, 'tsconfig.json'))) as {
      references?: { path: string }[];
    };
    const before = builtBefore(folder);
    for (const { path } of references) t.ok(before.has(join(folder, path)), `${folder}: ${path}`);
  }
  t.end();
});

t.test('contract exports what other packages use of zod', (t) => {
  const exported = new Set(read('packages/contract/src/zod.ts').match(/\b\w+(?=,\n)/g));
  const files = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
    (file) => !/^packages\/contract\/|\.test\.ts$|fixtures/.test(file),
  );
  for (const file of files) {
    const text = read(file);
    if (!text.includes(`import * as z from 'zod/mini';`)) continue;
    for (const [, name = ''] of text.matchAll(/\bz\.([a-z_]\w*)\(/g)) {
      t.ok(exported.has(name), `${file}: z.${name}`);
    }
  }
  t.end();
});
