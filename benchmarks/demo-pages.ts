import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Packages with demo pages, or used by the pages below, in the measured versions.
 */
const packages = [
  'aos@2.3.4',
  'chart.js@4.6.1',
  'flickity@3.0.0',
  'impress.js@1.1.0',
  'jstree@3.3.17',
  'leaflet@1.9.4',
  'monaco-editor@0.57.0',
  'reveal.js@6.0.2',
  'swagger-ui-dist@5.35.0',
  'wow.js@1.2.2',
];

/** Demos included in packages. */
const demos = [
  'aos/demo/simple.html',
  'aos/demo/async.html',
  'flickity/sandbox/basic.html',
  'flickity/sandbox/lazyload.html',
  'flickity/sandbox/media.html',
  'flickity/sandbox/styles.html',
  'impress.js/index.html',
  'jstree/demo/basic/index.html',
  'reveal.js/index.html',
  'reveal.js/demo.html',
  'wow.js/demo.html',
];

const chart = `new Chart(document.querySelector('canvas'), { type: 'bar', data: { labels: ['a', 'b', 'c'], datasets: [{ data: [3, 5, 2] }] } })`;
const monaco = `require.config({ paths: { vs: '/monaco-editor/min/vs' } }); require(['vs/editor/editor.main'], () => monaco.editor.create(document.querySelector('div'), { value: 'const one = 1;', language: 'javascript' }))`;
const swagger = `window.onload = () => SwaggerUIBundle({ url: '/petstore.json', dom_id: '#ui' })`;

/** Pages as the documentation of a package shows how to write them. */
const written: Record<string, string> = {
  'chart.html': `<!doctype html><canvas></canvas><script src="/chart.js/dist/chart.umd.min.js"></script><script>${chart}</script>`,
  'chart-async.html': `<!doctype html><canvas></canvas><script async src="/chart.js/dist/chart.umd.min.js" onload="${chart.replaceAll('"', "'")}"></script>`,
  'leaflet.html': `<!doctype html><link rel="stylesheet" href="/leaflet/dist/leaflet.css"><div id="map" style="height:600px"></div><script src="/leaflet/dist/leaflet.js"></script><script>const map = L.map('map').setView([48, 11], 5); L.tileLayer('/leaflet/dist/images/layers-2x.png?{z}-{x}-{y}').addTo(map); L.marker([48, 11]).addTo(map)</script>`,
  'monaco.html': `<!doctype html><div style="height:600px"></div><script src="/monaco-editor/min/vs/loader.js"></script><script>${monaco}</script>`,
  'swagger.html': `<!doctype html><link rel="stylesheet" href="/swagger-ui-dist/swagger-ui.css"><div id="ui"></div><script src="/swagger-ui-dist/swagger-ui-bundle.js"></script><script>${swagger}</script>`,
};

const petstore = {
  openapi: '3.0.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { summary: 'All pets', responses: { 200: { description: 'ok' } } } } },
};

/** Copies the demos of all or some packages to a folder, once. */
export async function fetchDemos(
  only?: readonly string[],
): Promise<{ folder: string; pages: string[] }> {
  const folder = path.join(tmpdir(), 'tintype-demos');
  await mkdir(folder, { recursive: true });
  for (const name of packages) {
    const plain = name.replace(/@[^@]*$/, '');
    const target = path.join(folder, plain);
    if (existsSync(target) || only?.includes(plain) === false) continue;
    const { stdout } = await run('npm', ['pack', '--silent', name], { cwd: folder });
    const archive = path.join(folder, stdout.trim().split('\n').at(-1) ?? '');
    await run('tar', ['xzf', archive], { cwd: folder });
    await rm(archive);
    await rename(path.join(folder, 'package'), target);
  }
  await writeFile(path.join(folder, 'petstore.json'), JSON.stringify(petstore));
  for (const [name, html] of Object.entries(written)) {
    await writeFile(path.join(folder, name), html);
  }
  return { folder, pages: [...demos, ...Object.keys(written)] };
}
