import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@tintype/testkit/until';
import t, { type Test } from 'tap';
import { readEnvironment } from '../environment.ts';
import { createDoctor } from './run-doctor.ts';
import type { ServiceConfig } from './settings/settings.ts';

/** A program instead of `tintype`, which prints its arguments. */
function programOf(t: Test, source: string) {
  const script = join(t.testdir(), 'program.mjs');
  writeFileSync(script, source);
  return { execPath: process.execPath, execArgv: [], script };
}

const config = {
  browsers: [] as readonly string[],
  chrome_path: '/opt/chrome',
  no_sandbox: true,
  cache_dir: '/tmp/c',
} as ServiceConfig;
const environment = readEnvironment({
  PATH: process.env['PATH'],
  HOME: '/home/x',
  TINTYPE_MASTER_KEY: 'secret',
  AWS_SECRET_ACCESS_KEY: 'secret',
  PGPASSWORD: 'secret',
  DATABASE_URL: 'secret',
  NODE_OPTIONS: '--no-warnings',
  TINTYPE_CACHE_DIR: '/elsewhere',
});

t.test('passes the browser and the folders of the service to the checks', async (t) => {
  const program = programOf(
    t,
    `const text = JSON.stringify({ argv: process.argv.slice(2), variables: Object.keys(process.env), cache: process.env.TINTYPE_CACHE_DIR });
     process.stdout.write(JSON.stringify({ ok: false, checks: [{ name: 'x', state: 'ok', text }] }));
     process.exitCode = 1;`,
  );
  const doctor = createDoctor(config, environment, program);
  const [report, same] = await Promise.all([doctor(), doctor()]);
  t.equal(report, same, 'who asks meanwhile gets the same');
  t.equal(report.ok, false);
  const told = JSON.parse(report.checks[0]?.text ?? '') as { argv: string[]; variables: string[] };
  t.same(told.argv, ['doctor', '--json', '--chrome-path', '/opt/chrome', '--no-sandbox']);
  t.match(told, { cache: '/tmp/c' });
  t.same(
    told.variables.filter((name) => !name.startsWith('__')).sort(),
    ['HOME', 'PATH', 'TINTYPE_CACHE_DIR'],
    'no secrets',
  );
  t.not(await doctor(), report, 'later it is done anew');
});

t.test('passes remote browsers in the environment, which other users do not see', async (t) => {
  const program = programOf(
    t,
    `const text = JSON.stringify([process.argv.slice(2), process.env.TINTYPE_BROWSERS, process.env.TINTYPE_EGRESS_ADDRESS]);
     process.stdout.write(JSON.stringify({ ok: true, checks: [{ name: 'x', state: 'ok', text }] }));`,
  );
  const browsers = ['ws://a?token=secret&launch=1,2', 'http://b'];
  const remote = { ...config, browsers, egress_address: '10.0.0.2', no_sandbox: false };
  const { checks } = await createDoctor(remote, environment, program)();
  const told: unknown = JSON.parse(checks[0]?.text ?? '');
  t.same(told, [['doctor', '--json'], 'ws://a?token=secret&launch=1%2C2,http://b', '10.0.0.2']);
});

t.test('stops checks that exceed the time limit', async (t) => {
  const program = programOf(t, 'setInterval(() => {}, 1000);');
  await t.rejects(createDoctor(config, environment, program, { boundMs: 300 })(), {
    code: 'timeout',
  });
});

t.test('kills checks that ignore SIGTERM, and starts no others before', async (t) => {
  const starts = join(t.testdir(), 'starts');
  const program = programOf(
    t,
    `import { appendFileSync } from 'node:fs';
     process.on('SIGTERM', () => {});
     appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n');
     setInterval(() => {}, 1000);`,
  );
  const doctor = createDoctor(config, environment, program, { boundMs: 3000, killMs: 500 });
  await t.rejects(doctor(), { code: 'timeout' });
  await t.rejects(doctor(), { code: 'timeout' });
  const pids = readFileSync(starts, 'utf8').trim().split('\n').map(Number);
  t.equal(pids.length, 1, 'the one that is ending is all there is');
  const isThere = () => {
    try {
      return process.kill(pids[0] ?? 0, 0);
    } catch {
      return false;
    }
  };
  await until(() => !isThere());
  t.pass('it is gone');
});

t.test('rejects output that is no report', async (t) => {
  const broken = programOf(t, 'process.stdout.write("{");');
  await t.rejects(createDoctor(config, environment, broken)(), { code: 'internal' });
  const endless = programOf(
    t,
    'const write = () => process.stdout.write("x".repeat(65536), write); write();',
  );
  await t.rejects(createDoctor(config, environment, endless)(), { code: 'internal' });
  const missing = { execPath: '/nowhere/node', execArgv: [], script: 'x' };
  await t.rejects(createDoctor(config, environment, missing)(), { code: 'internal' });
});
