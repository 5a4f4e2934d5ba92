/**
 * Gives all packages one version, in their dependencies on each other too: `npm run set-version --
 * 1.2.3`; with `--check`, says whether they have it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, root: { type: 'string' } },
});
const [version = ''] = positionals;
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
  throw new Error(`The version must be like 1.2.3 or 1.2.3-beta.1; got "${version}".`);
}
const root = values.root ?? join(import.meta.dirname, '..');
const lists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const isOurs = (name: string) => name === 'tintype' || name.startsWith('@tintype/');

const manifests = [
  'packages',
  ...['examples', 'benchmarks'].map((name) => join(name, '.')),
].flatMap((place) =>
  place === 'packages'
    ? readdirSync(join(root, place)).map((name) => join(root, place, name, 'package.json'))
    : [join(root, place, 'package.json')],
);
for (const path of manifests) {
  const before = readFileSync(path, 'utf8');
  const manifest = JSON.parse(before) as Record<string, Record<string, string> | string>;
  if (typeof manifest['version'] === 'string') manifest['version'] = version;
  for (const list of lists) {
    const versions = manifest[list];
    if (typeof versions !== 'object') continue;
    for (const name of Object.keys(versions).filter(isOurs)) versions[name] = version;
  }
  const after = `${JSON.stringify(manifest, null, 2)}\n`;
  if (after === before) continue;
  if (values.check === true) throw new Error(`${path} has another version than ${version}.`);
  writeFileSync(path, after);
}
