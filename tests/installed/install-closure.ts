import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The built packages: nothing here sees the sources. A whole run has built them already. */
export function build(): void {
  if (process.env['TINTYPE_TEST_BUILT'] === '1') return;
  const turbo = join(root, 'node_modules', '.bin', 'turbo');
  // tap puts a loader into NODE_OPTIONS of whatever a test starts, with which the compiler does not
  // run.
  const { status, stdout, stderr } = spawnSync(
    'env',
    ['-u', 'NODE_OPTIONS', turbo, 'run', 'build', '--output-logs=errors-only'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The build failed: ${stdout}${stderr}`);
}

/**
 * Links into `<dir>/node_modules` what an installation of these packages would bring, and nothing
 * else of this checkout: what Tintype only develops with is not there for those who use it.
 *
 * @param options - `without`: optional packages that are left out, as with `npm install
 *   --omit=optional`.
 */
export function installClosure(
  dir: string,
  names: readonly string[],
  { without = [] }: { without?: readonly string[] } = {},
): void {
  const seen = new Set<string>(without);
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const source = join(root, 'node_modules', name);
    if (seen.has(name) || !existsSync(source)) continue;
    seen.add(name);
    const link = join(dir, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(source, link);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(source, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>;
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
}
