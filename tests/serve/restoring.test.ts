import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { makeCommands } from '../cli/make-commands.ts';
import { root } from '../cli/run-cli.ts';
import { readBlocks } from '../docs/read-blocks.ts';
import { cleanEnvironment, makeDataDir, runService, type ServiceProcess } from './run-service.ts';

const document = 'docs/restoring.md';
const blocks = (await readBlocks(root)).filter(({ file }) => file === document);
t.test('all of them are run below', async (t) => t.equal(blocks.length, 4));

const env = cleanEnvironment();
const PATH = makeCommands(t, env['PATH']);

/** Runs a block of the document, with other folders. */
async function runBlock(at: number, folders: Record<string, string>): Promise<string> {
  const { code = '' } = blocks[at] ?? {};
  const script = Object.entries(folders).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    code,
  );
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], { env: { ...env, PATH } });
  return stdout;
}

const clientOf = ({ address }: ServiceProcess, key: string) => ({
  get: (path: string) => fetch(address + path, { headers: { 'X-Access-Key': key } }),
  post: (path: string, body: object) =>
    fetch(address + path, {
      method: 'POST',
      headers: {
        'X-Access-Key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    }),
});

t.test('what a service had is there after a restore, under a new master key', async (t) => {
  const folder = makeDataDir(t);
  const folders = {
    '/var/lib/tintype': join(folder, 'data'),
    '/backups': join(folder, 'backups'),
    '/srv/tintype': join(folder, 'restored'),
  };
  mkdirSync(folders['/backups']);
  const first = await runService(t, { dataDir: folders['/var/lib/tintype'] });
  const before = clientOf(first, first.accessKey);
  const captures = {
    html: '<h1>kept',
    viewport_width: 200,
    viewport_height: 100,
    outputs: [{ kind: 'screenshot', format: 'png' }],
  };
  const { id, outputs } = (await (await before.post('/v1/captures', captures)).json()) as {
    id: string;
    outputs: { file: string }[];
  };
  const path = new URL(outputs[0]?.file ?? '').pathname;
  const image = Buffer.from(await (await fetch(first.address + path)).arrayBuffer());
  const task = {
    name: 'Home',
    api: 'pdf',
    query: 'url=https://example.com',
    frequency: 'every_day',
  };
  t.equal((await before.post('/v1/tasks', task)).status, 201);
  const storage_state = { cookies: [], origins: [] };
  t.equal((await before.post('/v1/sessions', { name: 'shop', storage_state })).status, 201);
  const hits = async (get: typeof before.get) =>
    ((await (await get('/v1/usage')).json()) as { hits: { used: number } }).hits;
  t.equal((await hits(before.get)).used, 1);
  await runBlock(0, folders);
  t.equal(await first.stop(), 0);

  t.match(await runBlock(1, folders), /default/);
  const keyFile = join(folders['/srv/tintype'], 'master.key');
  const oldKey = readFileSync(keyFile, 'utf8');
  await runBlock(2, folders);
  t.not(readFileSync(keyFile, 'utf8'), oldKey);

  const second = await runService(t, { dataDir: folders['/srv/tintype'] });
  t.equal(second.accessKey, '', 'it has its account');
  const after = clientOf(second, first.accessKey);
  const kept = await fetch(second.address + path);
  t.ok(
    Buffer.from(await kept.arrayBuffer()).equals(image),
    'the result opens under its old address',
  );
  t.match(await (await after.get(`/v1/requests/${id}`)).json(), { id, status: 'succeeded' });
  t.match(await (await after.get('/v1/tasks')).json(), { tasks: [{ name: 'Home' }] });
  const state = await after.get('/v1/sessions/shop/storage-state');
  t.same(await state.json(), storage_state);
  t.equal((await hits(after.get)).used, 1, 'what was used is used');
  const tools = await after.post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: {},
  });
  t.match(await tools.text(), /"name":"tasks"/, 'agents are answered');

  await runBlock(3, folders);
  t.equal((await after.get('/v1/usage')).status, 401, 'the old key is good for nothing');
});
