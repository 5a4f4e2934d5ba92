import { join } from 'node:path';
import t from 'tap';
import { bin, root, runCli } from '../cli/run-cli.ts';
import { listModules } from './list-modules.ts';
import { runService } from './run-service.ts';

// What is loaded costs each start, and every command: most of their CPU time is that of loading
// modules.

/** Modules that a service loads on demand. */
const LATER = [
  '@modelcontextprotocol/server',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@fastify/static',
  'yaml',
  'htmlparser2',
  'puppeteer-core',
  'liquidjs',
  'pg',
  'ajv',
  'prom-client',
  '@opentelemetry/api',
  'fflate',
  '@fastify/busboy',
  'generic-pool',
  'tldts-experimental',
];

/** Modules that an image of a page does not need. */
const NOT_FOR_AN_IMAGE = [
  ...LATER,
  'content-disposition',
  'fastify',
  'reflect-metadata',
  'sharp',
  'tsyringe',
];

/** It loads 504, and 519 where it looks for the bundled browser. */
const MOST_OF_A_SCREENSHOT = 530;

/** It loads 1,158; it was 1,537 when each start loaded these. */
const MOST_OF_A_SERVICE = 1_220;

t.test('the version is printed by a few modules', async (t) => {
  const { env, read } = listModules(t);
  // With a Node that is named it is the sources that run: what is bundled is fewer files for the
  // same code.
  const { code, stderr } = await runCli(['--version'], { env, node: process.execPath });
  t.equal(code, 0, stderr);
  const loaded = read();
  t.ok(loaded.length > 3, `${loaded.length}, the command line among them`);
  t.ok(loaded.length < 30, `${loaded.length} modules`);
});

t.test('a screenshot loads what it needs, and no more', async (t) => {
  const { env, read } = listModules(t);
  const file = join(t.testdir(), 'hello.png');
  const args = ['screenshot', join(root, 'examples/hello/index.html'), '-o', file];
  const { code, stderr } = await runCli(args, { env, node: process.execPath });
  t.equal(code, 0, stderr);
  const loaded = read();
  t.ok(loaded.some((url) => url.includes('/packages/core/')));
  for (const name of NOT_FOR_AN_IMAGE) {
    t.same(
      loaded.filter((url) => url.includes(`/node_modules/${name}/`)),
      [],
      name,
    );
  }
  t.ok(loaded.length < MOST_OF_A_SCREENSHOT, `${loaded.length} modules`);
});

t.test('a service loads what its first request needs, and no more', async (t) => {
  const { env, read } = listModules(t);
  const service = await runService(t, { env, entry: bin });
  t.equal(await service.stop(), 0, service.stderr);
  const loaded = read();
  t.ok(
    loaded.some((url) => url.includes('/node_modules/fastify/')),
    'the server is among them',
  );
  for (const later of LATER) {
    t.same(
      loaded.filter((url) => url.includes(`/node_modules/${later}/`)),
      [],
      `${later} is loaded when it is used`,
    );
  }
  t.same(
    loaded.filter((name) => name.includes('undici')),
    [],
    'nor does Node load its fetch',
  );
  t.ok(loaded.length < MOST_OF_A_SERVICE, `${loaded.length} modules`);
});
