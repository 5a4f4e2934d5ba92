import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { findService, reachableAddress, writeServiceNote } from './service-note.ts';

async function listening(t: Test): Promise<string> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The number of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '0']).pid;

t.test('a note exists while its service runs', async (t) => {
  const dataDir = t.testdir();
  t.equal(await findService(dataDir), undefined);
  const address = await listening(t);
  const remove = writeServiceNote(dataDir, { address, baseUrl: 'https://shots.example' });
  const [file = ''] = readdirSync(dataDir);
  if (process.platform !== 'win32') {
    t.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600);
  }
  t.match(await findService(dataDir), { address, baseUrl: 'https://shots.example' });
  remove();
  t.same(readdirSync(dataDir), []);
  t.equal(await findService(dataDir), undefined);
});

t.test('ignores the note of a killed service, and removes it at the next start', async (t) => {
  const dataDir = t.testdir();
  const address = await listening(t);
  const note = { address, pid: deadPid(), host: hostname(), startedAt: 1 };
  const write = (name: string, content: object | string) =>
    writeFileSync(
      join(dataDir, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  write('service-a-1.json', note);
  write('service-b-2.json', { ...note, pid: process.pid, host: 'another-machine' });
  write('service-c-3.json', '{"addr');
  write('service-d-4.json', { ...note, pid: process.pid, address: 'file:///etc/passwd' });
  // A number that another process has by now, and nothing that listens.
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  write('service-e-5.json', { ...note, pid: process.pid, address: `http://127.0.0.1:${port}` });
  write('tintype.db', 'x');
  t.equal(await findService(dataDir), undefined);
  writeServiceNote(dataDir, { address });
  t.match(await findService(dataDir), { address, pid: process.pid });
  t.same(
    readdirSync(dataDir).filter((name) => /^(service-[abcd]-|tintype)/.test(name)),
    ['service-b-2.json', 'tintype.db'],
    'that of another machine stays',
  );
  writeServiceNote(dataDir, { address });
  t.equal(
    JSON.parse(
      readFileSync(
        join(
          dataDir,
          readdirSync(dataDir).find((name) => name.endsWith(`-${process.pid}.json`)) ?? '',
        ),
        'utf8',
      ),
    ).pid,
    process.pid,
    'written twice',
  );
});

t.test('a service on all interfaces is reached at a loopback address', (t) => {
  t.equal(reachableAddress('http://0.0.0.0:3000'), 'http://127.0.0.1:3000');
  t.equal(reachableAddress('https://[::]:3000'), 'https://[::1]:3000');
  t.equal(reachableAddress('http://10.0.0.1:3000'), 'http://10.0.0.1:3000');
  t.end();
});
