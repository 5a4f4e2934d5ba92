// Logs in once, renders pages behind the login, and logs in again when the server ends the login.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRenderer } from 'tintype';
import { serveInvoices } from './invoices/serve-invoices.ts';

const { url, forgetLogins, close } = await serveInvoices();
const sessions = await mkdtemp(join(tmpdir(), 'sessions-'));
const renderer = createRenderer({ sessions, egress: { allow: ['127.0.0.1'] } });
await mkdir('out', { recursive: true });

const show = async (name: string, session?: string) => {
  const { body, metadata, receipt } = await renderer.render({
    kind: 'screenshot',
    url,
    format: 'webp',
    viewport_width: 640,
    viewport_height: 420,
    metadata_title: true,
    ...(session && { session }),
  });
  await writeFile(`out/sessions-${name}.webp`, body);
  console.log(metadata.title, JSON.stringify(receipt.session));
};
await show('without');

await renderer.session({ name: 'ada' }).login({
  url,
  steps: [
    { click: 'text/Close' },
    { fill: 'aria/E-mail', value: 'ada@example.com' },
    { fill: 'aria/Password', value: '{{password}}' },
    { click: 'text/Sign in' },
    { wait_for: 'text/Welcome back' },
  ],
  secrets: { password: 'correct horse' },
});
await show('with', 'ada');
forgetLogins();
await show('again', 'ada');
console.log((await renderer.sessions()).map(({ name, cookies }) => `${name}: ${cookies} cookie`));

await renderer.stop();
close();
await rm(sessions, { recursive: true });
