// Logs in once, renders pages behind the login, and logs in again when the server ends the login.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRenderer } from 'tintype';

/** A site whose server knows who is logged in. */
let token = 0;
const form =
  '<title>Sign in</title><h1>Sign in</h1><form method="post"><input type="password" name="p"><button>Sign in</button></form>';
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  if (request.method === 'POST') {
    token += 1;
    const cookie = `token=${token}; HttpOnly; Max-Age=3600`;
    return void response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
  }
  const isKnown = request.headers.cookie === `token=${token}`;
  response.end(isKnown ? '<title>Account</title><h1>Your invoices</h1>' : form);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const sessions = await mkdtemp(join(tmpdir(), 'sessions-'));
const renderer = createRenderer({ sessions, egress: { allow: ['127.0.0.1'] } });

await renderer.session({ name: 'ada' }).login({
  url,
  steps: [
    { fill: '[name=p]', value: '{{password}}' },
    { press: 'Enter' },
    { wait_for: 'text/Your invoices' },
  ],
  secrets: { password: 'correct horse' },
});

const show = async () => {
  const page = { kind: 'screenshot', url, session: 'ada', metadata_title: true } as const;
  const { metadata, receipt } = await renderer.render(page);
  console.log(metadata.title, JSON.stringify(receipt.session));
};
await show();
token += 1; // The server forgets the login.
await show();
console.log((await renderer.sessions()).map(({ name, cookies }) => `${name}: ${cookies} cookie`));

await renderer.stop();
server.close();
await rm(sessions, { recursive: true });
