/**
 * Writes what an installation of `tintype` brings, as a CycloneDX bill of materials, to stdout:
 * `npm run --silent sbom`. From the lock file, on any system for all of them. `npm sbom --omit dev`
 * leaves out what a workspace is also developed with, as sharp and zod are.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
) as { packages: Record<string, Locked> };

/** The place of what `from` gets when it imports `name`: the nearest one, going up. */
function placeOf(name: string, from: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.replace(/(?:^|\/)(?:node_modules\/)?(?:@[^/]+\/)?[^/]+$/, '')
  ) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const { resolved, link } = lock.packages[place] ?? {};
    if (lock.packages[place] !== undefined) return link === true ? resolved : place;
    if (folder === '') return undefined;
  }
}

function closure(): Map<string, Locked> {
  const found = new Map<string, Locked>();
  const waiting = ['packages/tintype'];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const locked = lock.packages[place];
    if (locked === undefined || found.has(place)) continue;
    found.set(place, locked);
    for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      const next = placeOf(name, place);
      if (next !== undefined) waiting.push(next);
    }
  }
  return found;
}

function nameOf(place: string): string {
  const own = /^packages\/(.+)$/.exec(place)?.[1];
  if (own !== undefined) return own === 'tintype' ? own : `@tintype/${own}`;
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function component(place: string, { version = '', integrity, license }: Locked) {
  const name = nameOf(place);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [algorithm, digest] = (integrity ?? '').split(' ')[0]?.split('-') ?? [];
  const isExpression = license !== undefined && / (?:OR|AND|WITH) /.test(license);
  return {
    type: 'library',
    'bom-ref': `${purl}#${place}`,
    name,
    version,
    purl,
    ...(license && {
      licenses: [isExpression ? { expression: license } : { license: { id: license } }],
    }),
    ...(algorithm === 'sha512' &&
      digest && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
  };
}

const components = [...closure()].map(([place, locked]) => component(place, locked));
const [root, ...others] = components;
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: root },
  components: others.toSorted((a, b) => a['bom-ref'].localeCompare(b['bom-ref'])),
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
