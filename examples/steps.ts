// Logs in to a site and opens its invoices, with an image at each `capture` step.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer, RenderError } from 'tintype';
import { serveInvoices } from './invoices/serve-invoices.ts';

const { url, close } = await serveInvoices();
const renderer = createRenderer({ egress: { allow: ['127.0.0.1'] } });
await mkdir('out', { recursive: true });

const page = await renderer.open({
  url,
  viewport_width: 640,
  viewport_height: 420,
  secrets: { password: 'correct horse' },
  steps: [
    { capture: 'note' },
    { if_visible: 'text/Close', then: [{ click: 'text/Close' }] },
    { fill: 'aria/E-mail', value: 'ada@example.com' },
    { fill: 'aria/Password', value: '{{password}}' },
    { capture: 'filled' },
    { click: 'text/Sign in' },
    { wait_for: 'text/Welcome back' },
    { capture: 'account' },
    { click: 'text/Invoices' },
    { wait_for: 'text/Invoice 17' },
    { capture: 'invoices' },
  ],
});
while (page.paused !== undefined) {
  const { body } = await page.capture({ kind: 'screenshot', format: 'webp' });
  await writeFile(`out/steps-${page.paused}.webp`, body);
  await page.resume();
}

try {
  await renderer.render({ kind: 'pdf', url, steps: [{ click: 'text/Log in', timeout: 500 }] });
} catch (error) {
  if (!(error instanceof RenderError)) throw error;
  console.log(error.message);
}
await renderer.stop();
close();
