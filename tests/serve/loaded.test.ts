import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { runCli } from '../cli/run-cli.ts';
import { runService } from './run-service.ts';

// What is loaded costs each start, and every command: most of their CPU time is that of loading modules.

/** Writes the modules that the main thread of a process loads to a file, when the process ends. */
const listing = `
  import { writeFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  import { isMainThread } from 'node:worker_threads';
  const loaded = new Set();
  const load = (url, context, next) => (url.startsWith('node:') || loaded.add(url), next(url, context));
  if (isMainThread) registerHooks({ load });
  process.on('exit', () => isMainThread && writeFileSync(process.env.LOADED, JSON.stringify([...loaded])));
`;

/** What a service uses when somebody asks for it. */
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
];

/** It loads 1,338; it was 1,537 when each start loaded these. */
const MOST_OF_A_SERVICE = 1_450;

/** The environment of a process that lists its modules, and what then reads the list. */
function listed(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-loaded-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'loaded.json');
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(listing)}`;
  return {
    env: { NODE_OPTIONS, LOADED: file },
    read: () => JSON.parse(readFileSync(file, 'utf8')) as string[],
  };
}

t.test('the version is told by a few modules', async (t) => {
  const { env, read } = listed(t);
  const { code, stderr } = await runCli(['--version'], { env });
  t.equal(code, 0, stderr);
  const loaded = read();
  t.ok(loaded.length > 3, `${loaded.length}, the command line among them`);
  t.ok(loaded.length < 30, `${loaded.length} modules`);
});

t.test('a service loads what its first request needs, and no more', async (t) => {
  const { env, read } = listed(t);
  const service = await runService(t, { env });
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
  t.ok(loaded.length < MOST_OF_A_SERVICE, `${loaded.length} modules`);
});
