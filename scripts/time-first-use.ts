/**
 * How long a stranger waits: from a clone to a picture, from `npm i` to the first render, from
 * `tintype serve` to the first answer, from the start of an agent's host to the first screenshot.
 * Packages come from the registry and its cache on this machine; Tintype from the tarballs that
 * `npm run check:packages -- --to FOLDER` leaves.
 *
 * npm run time:first-use -- --packs FOLDER [--only clone,install,serve,agent] npm run
 * time:first-use -- --project FOLDER --only serve,agent    with an installation that is there
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, parseEnv, promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    packs: { type: 'string' },
    project: { type: 'string' },
    only: { type: 'string', default: 'clone,install,serve,agent' },
  },
});
const wanted = new Set(values.only.split(','));
const folder = mkdtempSync(join(tmpdir(), 'tintype-first-use-'));
const project = values.project ?? join(folder, 'project');
mkdirSync(project, { recursive: true });
// Nothing of an earlier use: the browser that is brought along is unpacked here.
const env = { ...process.env, TINTYPE_CACHE_DIR: join(folder, 'cache'), NODE_COMPILE_CACHE: '' };

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function isImage(file: string): void {
  if (statSync(file).size < 5000) throw new Error(`${file} is no image`);
}

async function clone(): Promise<void> {
  const checkout = join(folder, 'checkout');
  await timed('git clone', () => run('git', ['clone', '-q', root, checkout]));
  await timed('npm ci', () =>
    run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, env }),
  );
  const shoot = 'tintype screenshot examples/hello/index.html -o hello.png'.split(' ');
  await timed('npx tintype screenshot', () => run('npx', shoot, { cwd: checkout, env }));
  isImage(join(checkout, 'hello.png'));
}

async function install(packs: string): Promise<void> {
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  const tarballs = readdirSync(packs).map((name) => join(packs, name));
  const flags = ['i', '--no-audit', '--no-fund', ...tarballs];
  await timed('npm i tintype', () => run('npm', flags, { cwd: project, env }));
  writeFileSync(
    join(project, 'first.js'),
    `import { createRenderer } from 'tintype';
import { writeFileSync } from 'node:fs';
const renderer = createRenderer();
const { body } = await renderer.render({ kind: 'screenshot', html: '<h1>first</h1>' });
writeFileSync('first.jpeg', body);
await renderer.stop();`,
  );
  await timed('node first.js', () => run(process.execPath, ['first.js'], { cwd: project, env }));
  isImage(join(project, 'first.jpeg'));
}

async function answered(url: string, headers?: Record<string, string>): Promise<boolean> {
  const answer = await fetch(url, headers && { headers }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.ok === true;
}

/** The command of the installation in the project. */
const tintype = join(project, 'node_modules', 'tintype', 'bin', 'tintype.js');

async function serve(): Promise<void> {
  const data = join(folder, 'data');
  const port = 39_771;
  const flags = ['serve', '--data-dir', data, '--port', String(port)];
  const service = spawn(process.execPath, [tintype, ...flags], { env, stdio: 'ignore' });
  try {
    await timed('tintype serve, to the first image over HTTP', async () => {
      // The port is open a moment before the keys are written.
      const file = join(data, 'new-keys.env');
      while (!existsSync(file) || !(await answered(`http://127.0.0.1:${port}/ready`))) {
        if (service.exitCode !== null) throw new Error('The service ended.');
        await delay(20);
      }
      const keys = parseEnv(readFileSync(file, 'utf8'));
      const url = `http://127.0.0.1:${port}/v1/screenshot?html=${encodeURIComponent('<h1>first</h1>')}`;
      const isThere = await answered(url, { 'x-access-key': keys['TINTYPE_ACCESS_KEY'] ?? '' });
      if (!isThere) throw new Error('There was no image.');
    });
  } finally {
    if (service.exitCode === null) {
      service.kill();
      await once(service, 'exit');
    }
  }
}

async function agent(): Promise<void> {
  const client = new Client({ name: 'stranger', version: '1.0.0' });
  await timed('tintype mcp, to the first screenshot', async () => {
    const strings = Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : []));
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [tintype, 'mcp'],
        env: Object.fromEntries(strings) as Record<string, string>,
      }),
    );
    const given = { html: '<h1>first</h1>' };
    const { isError } = await client.callTool({ name: 'screenshot', arguments: given });
    if (isError === true) throw new Error('There was no screenshot.');
  });
  await client.close();
}

try {
  const [one] = cpus();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${one?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`,
  );
  if (wanted.has('clone')) await clone();
  const usesProject = ['install', 'serve', 'agent'].some((part) => wanted.has(part));
  if (usesProject && values.project === undefined) {
    if (values.packs === undefined) throw new Error('--packs FOLDER names what was packed.');
    await install(values.packs);
  }
  if (wanted.has('serve')) await serve();
  if (wanted.has('agent')) await agent();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
