// Shown for less elsewhere: tests/sessions/sessions.test.ts shows that a session is written whole.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFixtureServer } from '@tintype/testkit';
import t from 'tap';
import { createRenderer } from 'tintype';
import { sourceCondition } from '../source-condition.ts';

const program = join(import.meta.dirname, 'render-loop.ts');

t.test('a killed process leaves the session as it was written, and no lock', async (t) => {
  const server = await createFixtureServer(t);
  server.route('/set', (request, response) => {
    const n = Number(new URL(request.url ?? '', 'http://a').searchParams.get('n'));
    // Few cookies: a browser stores 180 for a host.
    response.setHeader('set-cookie', `mark${n % 50}=${n}; Path=/; Max-Age=3600`);
    response.setHeader('content-type', 'text/html');
    response.end('<title>Mark</title>');
  });
  const folder = join(t.testdir({}), 'sessions');
  const reader = createRenderer({ sessions: folder });
  t.teardown(() => reader.stop());
  const session = reader.session({ name: 'killed' });
  await session.restore({ cookies: [], origins: [] });
  let from = 0;
  for (let round = 1; round <= 10; round += 1) {
    const args = [...sourceCondition, program, folder, server.url('/set?n='), String(from)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const written: number[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      written.push(...chunk.toString().trim().split('\n').map(Number));
    });
    // Somewhere in the renders after the first.
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { cookies } = await session.state();
    const values = new Set(cookies.map(({ value }) => Number(value)));
    const last = written.slice(-40);
    const lost = last.filter(
      (n) => ![...values].some((value) => value >= n && value % 50 === n % 50),
    );
    t.same(lost, [], `round ${round}: what ${written.length} finished renders wrote is there`);
    from += 1000;
  }
  const started = performance.now();
  await session.restore(await session.state());
  t.ok(performance.now() - started < 5000, 'nothing blocks the next write');
  const files = readdirSync(folder).filter((name) => name.endsWith('.session'));
  t.equal(files.length, 1, 'one version is left');
});
