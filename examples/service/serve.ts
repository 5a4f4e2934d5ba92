// A service with an account of its own, one image from it, and an orderly end. Run it where the
// command tintype is found: npx node serve.ts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const accessKey = 'key-for-the-example-1';
const dataDir = await mkdtemp(join(tmpdir(), 'tintype-example-'));
const service = spawn('tintype', ['serve', '--port', '0', '--data-dir', dataDir], {
  env: { ...process.env, TINTYPE_ACCESS_KEY: accessKey, TINTYPE_LOG_FORMAT: 'json' },
  stdio: ['ignore', 'pipe', 'ignore'],
});

let address = '';
for await (const line of createInterface({ input: service.stdout })) {
  const entry = JSON.parse(line) as { msg: string; address?: string };
  if (entry.msg !== 'started') continue;
  address = entry.address ?? '';
  break;
}

if (address === '') throw new Error('The service did not start; tintype serve says why.');

const answer = await fetch(`${address}/v1/screenshot`, {
  method: 'POST',
  headers: { 'x-access-key': accessKey, 'content-type': 'application/json' },
  body: JSON.stringify({ html: '<h1>Served</h1>', format: 'png', metadata_title: true }),
});
await writeFile('served.png', new Uint8Array(await answer.arrayBuffer()));
console.log(answer.status, answer.headers.get('content-type'));
const usage = await fetch(`${address}/v1/usage`, { headers: { 'x-access-key': accessKey } });
console.log(((await usage.json()) as { hits: { used: number } }).hits.used, 'render counted');

service.stdout.resume();
service.kill('SIGTERM');
const [code] = await once(service, 'exit');
console.log('ended with', code);
await rm(dataDir, { recursive: true });
