import { existsSync, readFileSync, realpathSync } from 'node:fs';
import nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { RenderError } from '@tintype/contract/errors';

/** A package that looks for another one. The URL is undefined in a CommonJS bundle. */
export interface Dependent {
  name: string;
  url: string | undefined;
}

/** Path of the module, which CommonJS bundles have instead of its URL. */
declare const __filename: string | undefined;

/** Finds the folder of a package of another one, or beside its bundle. Throws `unsupported` */
export function installedFolder(name: string, dependent: Dependent): string {
  const code = codeFile(dependent);
  const found = lookUp(name, ownFolder(dependent) ?? code) ?? lookUp(name, code);
  if (found !== undefined) return found;
  throw notInstalled(name);
}

/**
 * Loads a package with `require` at run time, so that no bundle includes it. For packages that
 * cannot be bundled: native ones, and those that call `require` (or depend on one that does), which
 * a bundle of ES modules does not have. Node can require ES modules, too.
 * @param name - A package, or a file of one: `package/dist/file.js`.
 * @throws RenderError `unsupported` with the setting to change, if it is not installed
 */
export function requireInstalled<T>(name: string, dependent: Dependent): T {
  return requireFrom(codeFile(dependent))(findInstalled(name, dependent)) as T;
}

/** Finds the file that {@link requireInstalled} loads. Throws `unsupported` */
export function findInstalled(name: string, dependent: Dependent): string {
  const code = codeFile(dependent);
  try {
    return requireFrom(code).resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    const folder = ownFolder(dependent);
    const [packageName = name] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
    const isThere = folder !== undefined && lookUp(packageName, folder) !== undefined;
    if (!isThere) throw notInstalled(packageName, error);
    return requireFrom(path.join(folder, 'package.json')).resolve(name);
  }
}

/** Returns a file of the calling package, below `src` or `dist`. Throws `unsupported`. */
export function ownFile(file: string, dependent: Dependent): string {
  const folder = ownFolder(dependent);
  if (folder === undefined) throw notInstalled(dependent.name);
  // In a checkout, Node runs the sources.
  const isSource = dependent.url?.startsWith('file:') === true && dependent.url.endsWith('.ts');
  const found = path.join(folder, isSource ? `src/${file}.ts` : `dist/${file}.js`);
  if (existsSync(found)) return found;
  throw notInstalled(`${dependent.name} (${file})`);
}

/**
 * Starts one of our modules ({@link ownFile}) in a thread, without the flags and the secrets of the
 * program. A source gets the export condition under which packages are sources: a checkout need not
 * have been built.
 * @example
 * const thread = startThread(ownFile('parse/json-worker', dependent), { workerData: job });
 */
export function startThread(module: string | URL, options: WorkerOptions = {}): Worker {
  const execArgv = String(module).endsWith('.ts') ? ['--conditions=@tintype/source'] : [];
  // Not imported: most programs start no thread, and the module is a part of their start.
  const threads = process.getBuiltinModule('node:worker_threads');
  return new threads.Worker(module, { ...options, execArgv, env: threadEnv() });
}

/** Returns the environment of a thread: the folder of the compile cache halves its start time. */
function threadEnv(): NodeJS.Dict<string> {
  // Not by name: Deno has no such export. Node adds a folder for its version.
  const compiled = (nodeModule as Partial<typeof nodeModule>).getCompileCacheDir?.();
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(compiled) };
}

/** Calls `createRequire` indirectly: webpack replaces direct calls with `(void 0)(name)`. */
function requireFrom(file: string): NodeJS.Require {
  return nodeModule.createRequire(file);
}

function codeFile({ url }: Dependent): string {
  const file = url?.startsWith('file:') === true ? fileURLToPath(url) : undefined;
  // webpack writes the URL that the module had when it was bundled, on that machine.
  if (file !== undefined && existsSync(file)) return file;
  if (typeof __filename === 'string') return __filename;
  return process.argv[1] ?? path.join(process.cwd(), 'program.js');
}

function ownFolder(dependent: Dependent): string | undefined {
  const code = codeFile(dependent);
  for (const folder of foldersAbove(code)) {
    if (packageName(folder) === dependent.name) return folder;
  }
  const face = lookUp('tintype', code);
  return (face && lookUp(dependent.name, face)) ?? lookUp(dependent.name, code);
}

function lookUp(name: string, from: string): string | undefined {
  for (const folder of [from, ...foldersAbove(from)]) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return realpathSync(candidate);
  }
  return undefined;
}

function* foldersAbove(file: string): Generator<string> {
  for (let here = file; path.dirname(here) !== here;) {
    here = path.dirname(here);
    yield here;
  }
}

function packageName(folder: string): string | undefined {
  try {
    return (
      JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name?: string }
    ).name;
  } catch {
    return undefined;
  }
}

function notInstalled(what: string, cause?: unknown): RenderError {
  return new RenderError(
    'unsupported',
    `${what} was not found beside the program. A bundle cannot hold it: install tintype where the program runs, and leave it out of the bundle ` +
      "(esbuild, Rollup, Vite: external: ['tintype']; Next: serverExternalPackages: ['tintype']).",
    { cause },
  );
}
