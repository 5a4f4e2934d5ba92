// killed.long.test.ts and sessions.test.ts cover the same, with fewer renders.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { createRenderer } from 'tintype';
import { sourceCondition } from '../source-condition.ts';

const program = join(import.meta.dirname, 'render-numbers.ts');
const count = 1000;
const kills = 8;

/** Maximum time of the test, in ms. */
const boundMs = 8 * 60_000;

/** Other systems have one loopback address, and a browser stores 180 cookies for it. */
const skip = process.platform !== 'linux' && 'needs the loopback addresses of Linux';

t.test('a thousand renders and eight kills tear and lose nothing', { skip }, async (t) => {
  const server = createServer((request, response) => {
    const n = new URL(request.url ?? '', 'http://a').searchParams.get('n') ?? '';
    response.setHeader('set-cookie', `mark${n}=${n}; Path=/; Max-Age=86400`);
    response.setHeader('content-type', 'text/html');
    response.end('<title>Mark</title>');
  });
  server.listen(0);
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const folder = join(t.testdir({}), 'sessions');
  const reader = createRenderer({ sessions: folder });
  t.teardown(() => reader.stop());
  const session = reader.session({ name: 'thousand' });
  await session.restore({ cookies: [], origins: [] });

  const reported = new Set<number>();
  const missing = () => Array.from({ length: count }, (_, n) => n).filter((n) => !reported.has(n));
  const started = performance.now();
  const isLate = () => performance.now() - started > boundMs;
  let killed = 0;
  while (reported.size < count && !isLate()) {
    const args = [...sourceCondition, program, folder, String(port)];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify(missing()));
    const ended = once(child, 'exit');
    // At a moment after some share of the renders; a later process does the rest.
    const killAt = killed < kills ? reported.size + 20 + Math.random() * 100 : Infinity;
    for await (const line of createInterface({ input: child.stdout })) {
      reported.add(Number(line));
      if (reported.size < killAt && !isLate()) continue;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
      child.kill('SIGKILL');
    }
    const [code] = (await ended) as [number | null];
    if (code === null) killed += 1;
    else t.equal(code, 0, 'a process that was not killed ends well');
    const { cookies } = await session.state();
    const stored = new Set(cookies.map(({ value }) => Number(value)));
    const lost = [...reported].filter((n) => !stored.has(n));
    t.same(lost, [], `${reported.size} renders and ${killed} kills`);
  }
  t.equal(reported.size, count, `within ${boundMs / 60_000} minutes`);
  t.equal(killed, kills);
  const { cookies } = await session.state();
  t.equal(cookies.length, count);
  const [info, ...others] = await reader.sessions();
  t.match(info, { name: 'thousand', cookies: count });
  t.notOk(info?.problem);
  t.equal(others.length, 0);
  const files = readdirSync(folder).filter((name) => name.endsWith('.session'));
  t.equal(files.length, 1, 'one version is left');
});
