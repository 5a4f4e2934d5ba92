import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** What the linter lets a package import. */
function linted(folder: string): string[] | 'everything' {
  const { overrides } = JSON.parse(read('.oxlintrc.json')) as { overrides: Override[] };
  const own = overrides.find(({ files }) => files.includes(`packages/${folder}/src/**`));
  if (!own) return 'everything';
  const groups = own.rules['no-restricted-imports'][1].patterns.flatMap(({ group }) => group);
  t.ok(groups.includes('@tintype/**'), `${folder}: everything is refused first`);
  return groups.flatMap((group) => /^!@tintype\/([\w/]+)$/.exec(group)?.[1] ?? []);
}

const table = documented();
for (const folder of readdirSync(join(root, 'packages'))) {
  t.test(folder, (t) => {
    const name = folder === 'tintype' ? folder : `@tintype/${folder}`;
    t.same(linted(folder), table.get(name), 'the linter holds what docs/architecture.md says');
    t.end();
  });
}
