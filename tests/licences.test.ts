import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '..');

interface Manifest {
  private?: boolean;
  name: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Licences that come with a package; packages for other systems are not here, and come from the
 * same projects.
 */
function installed(): Map<string, string> {
  const licences = new Map<string, string>();
  const packages = readdirSync(join(root, 'packages')).map((name) =>
    readManifest(join('packages', name)),
  );
  const waiting = packages.filter((each) => each.private !== true).map(({ name }) => name);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const folder = join('node_modules', name);
    if (licences.has(name) || !existsSync(join(root, folder))) continue;
    const { license = 'none', dependencies, optionalDependencies } = readManifest(folder);
    licences.set(name, license);
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return licences;
}

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

t.test('what comes with an installation may be used by everybody', async (t) => {
  const licences = installed();
  t.ok(licences.size > 150, `${licences.size} packages`);
  t.equal(licences.get('tintype'), 'MIT');
  const page = readFileSync(join(root, 'docs', 'licences.md'), 'utf8');
  for (const [name, licence] of licences) {
    t.notMatch(licence, /(?<!L)GPL/, `${name}: ${licence}`);
    if (permissive.has(licence)) continue;
    t.match(licence, /^(?:MPL-2\.0|LGPL-3\.0-or-later)$/, `${name}: ${licence}`);
    // That of another system has another end.
    const stem = name.replace(/-(?:linux|linuxmusl|darwin|win32)-[a-z0-9]+$/, '');
    t.ok(page.includes(`\`${stem}\``), `${name} (${licence}) is named in docs/licences.md`);
  }
});
