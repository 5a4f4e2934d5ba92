// Builds the pages of the console: one page, one script, one style sheet and lazily loaded parts,
// under names that change with their content. In the checkout the service calls this on the first
// request for the console, so that nothing must be built.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const mediaTypes = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** The files of the console, by name. */
export async function buildConsole() {
  const { outputFiles, metafile } = await build({
    entryPoints: { console: at('main.tsx'), style: at('style.css'), icon: at('icon.svg') },
    outdir: '/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    target: ['chrome120', 'firefox120', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@tintype/source'],
    loader: { '.svg': 'copy', '.webp': 'file' },
    publicPath: '/console/assets',
    banner: { js: '/*! Preact, (c) 2015-present Jason Miller, MIT licence */' },
    logLevel: 'silent',
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const named = (stem) => [...files.keys()].find((name) => name.startsWith(`${stem}-`));
  const page = (await readFile(at('index.html'), 'utf8')).replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, stem) => `/console/assets/${named(stem)}`,
  );
  files.set('index.html', new TextEncoder().encode(page));
  return {
    files: new Map(
      [...files].map(([name, bytes]) => [
        name,
        { bytes, mediaType: mediaTypes[name.split('.').at(-1)] ?? 'application/octet-stream' },
      ]),
    ),
    firstView: firstView(metafile),
  };
}

/** Files of the first view: the entry points and their static imports. */
function firstView({ outputs }) {
  const loaded = new Set();
  const add = (path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import') add(next);
    }
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined && /main\.tsx|style\.css$/.test(entryPoint)) add(path);
  }
  return [...loaded].map((path) => basename(path));
}
