/**
 * Packs every package as a release does, with its scripts, checks what would be published, installs
 * it into an empty project and renders there: `npm run check:packages`. `npm run check:packages --
 * core` packs and checks some, and installs nothing. `--to FOLDER` keeps what was packed. Exits
 * with 1 on a problem.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const root = join(import.meta.dirname, '..');

interface Packed {
  name: string;
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

/**
 * What only a CommonJS `require` of old would meet: the packages are modules, and `require()` of
 * Node 22.12 and later loads modules.
 */
const ofCommonJs = new Set(['CJSResolvesToESM', 'NoResolution']);

/** Files that do not belong in a package. */
const unwanted = /\.test\.|\.tsbuildinfo$|(?:^|\/)fixtures\/|^src\//;

function folders(): string[] {
  const all = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return all.filter((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      private?: boolean;
    };
    return manifest.private !== true;
  });
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function pack(folder: string, destination: string): Packed {
  // In the foreground, scripts would write into the JSON.
  const args = ['pack', '--json', '--foreground-scripts=false', '--pack-destination', destination];
  const out = npm(args, folder);
  const [packed] = JSON.parse(out) as Packed[];
  if (packed === undefined) throw new Error(`npm packed nothing in ${folder}.`);
  return packed;
}

/** Files that should not be there, files that are missing, and imports that lead nowhere. */
function contentProblems(folder: string, { files }: Packed): string[] {
  const paths = new Set(files.map(({ path }) => normalize(path)));
  const problems = [...paths].filter((path) => unwanted.test(path)).map((path) => `has ${path}`);
  for (const wanted of ['package.json', 'README.md', 'LICENSE']) {
    if (!paths.has(wanted)) problems.push(`lacks ${wanted}`);
  }
  for (const path of [...paths].filter((each) => each.endsWith('.js'))) {
    const code = readFileSync(join(folder, path), 'utf8');
    for (const [, to = ''] of code.matchAll(
      /^(?:import|export)\b[^'"\n]*?["'](\.{1,2}\/[^"']+)["'];?$/gm,
    )) {
      const target = normalize(join(dirname(path), to));
      if (!paths.has(target)) problems.push(`${path} imports ${to}, which is not packed`);
    }
  }
  return problems;
}

function hasModules(folder: string): boolean {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { exports = {} } = JSON.parse(manifest) as { exports?: object };
  return Object.keys(exports).some((name) => name !== './package.json');
}

async function problemsOf(folder: string, packed: Packed, tarball: string): Promise<string[]> {
  const data = readFileSync(tarball);
  const problems = contentProblems(folder, packed);
  const { messages, pkg } = await publint({
    level: 'warning',
    pack: { tarball: Uint8Array.from(data).buffer },
  });
  problems.push(
    ...messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`),
  );
  // Files that are served are no modules.
  if (!hasModules(folder)) return problems;
  const types = await checkPackage(createPackageFromTarballData(data));
  if (types.types === false) return [...problems, 'has no types'];
  const wrong = types.problems.filter(
    (problem) =>
      !(
        ofCommonJs.has(problem.kind) &&
        'resolutionKind' in problem &&
        /^node10$|cjs/.test(problem.resolutionKind)
      ),
  );
  problems.push(...wrong.map((problem) => `types: ${JSON.stringify(problem)}`));
  return problems;
}

const program = `import { writeFileSync } from 'node:fs';
import { createRenderer } from 'tintype';
const renderer = createRenderer();
const html = '<h1>Packed</h1>';
const requests = [
  { kind: 'screenshot', html, format: 'webp' },
  { kind: 'pdf', html },
  { kind: 'scrape', html, format: 'md' },
  { kind: 'screencast', html, format: 'webm', duration: 0.1 },
];
for (const request of requests) {
  const { body } = await renderer.render(request);
  writeFileSync(request.kind, body);
}
await renderer.stop();
`;

/** Installs tarballs into an empty project, and renders there with the library and the command. */
function renderInstalled(tarballs: readonly string[]): string[] {
  const project = mkdtempSync(join(tmpdir(), 'tintype-packed-'));
  try {
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    npm(['i', '--no-audit', '--no-fund', ...tarballs], project);
    writeFileSync(join(project, 'program.js'), program);
    const run = (...args: string[]) =>
      execFileSync(process.execPath, args, { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] });
    run('program.js');
    const command = 'node_modules/tintype/bin/tintype.js';
    run(command, 'screenshot', '--html', '<h1>Packed', '-o', 'by-command.png');
    const made = ['screenshot', 'pdf', 'scrape', 'screencast', 'by-command.png'];
    return made.filter((name) => statSync(join(project, name)).size === 0);
  } finally {
    rmSync(project, { recursive: true, force: true, maxRetries: 5 });
  }
}

const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' } },
});
const all = folders().filter((each) => wanted.length === 0 || wanted.includes(basename(each)));
const destination = resolve(values.to ?? mkdtempSync(join(tmpdir(), 'tintype-pack-')));
mkdirSync(destination, { recursive: true });
let isWrong = false;
try {
  const tarballs: string[] = [];
  for (const folder of all) {
    const packed = pack(folder, destination);
    const tarball = join(destination, basename(packed.filename));
    tarballs.push(tarball);
    const problems = await problemsOf(folder, packed, tarball);
    const { name, files, size, unpackedSize } = packed;
    console.log(`${name}: ${files.length} files, ${kB(size)} packed, ${kB(unpackedSize)} unpacked`);
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length > 0) isWrong = true;
  }
  if (wanted.length === 0) {
    const empty = renderInstalled(tarballs);
    console.log(`installed, and rendered${empty.map((name) => `\n  ${name} is empty`).join('')}`);
    if (empty.length > 0) isWrong = true;
  }
} finally {
  if (values.to === undefined) rmSync(destination, { recursive: true, force: true });
}
if (isWrong) process.exitCode = 1;
