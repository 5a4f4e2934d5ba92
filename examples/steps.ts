// Logs in to a page, opens a menu, and captures what is behind it.
import { mkdir, writeFile } from 'node:fs/promises';
import { createRenderer, RenderError } from 'tintype';

const html = `<!doctype html><title>Accounts</title>
  <style>body { font: 20px sans-serif; margin: 40px } input, button { font: inherit; padding: 8px }</style>
  <form onsubmit="event.preventDefault(); document.body.innerHTML = later.innerHTML">
    <label>E-mail <input name="mail"></label> <label>Password <input type="password"></label>
    <button>Sign in</button>
  </form>
  <template id="later"><h1>Welcome back</h1>
    <button onclick="this.outerHTML = '<ul><li>Invoice 17<li>Invoice 16</ul>'">Invoices</button></template>`;

await using renderer = createRenderer();
const page = { html, viewport_width: 640, viewport_height: 240 };

const { body } = await renderer.render({
  kind: 'screenshot',
  format: 'png',
  ...page,
  secrets: { password: 'correct horse' },
  steps: [
    { fill: 'aria/E-mail', value: 'ada@example.com' },
    { fill: 'aria/Password', value: '{{password}}' },
    { press: 'Enter' },
    { click: 'text/Invoices' },
    { wait_for: 'text/Invoice 17' },
  ],
});
await mkdir('out', { recursive: true });
await writeFile('out/steps.png', body);

try {
  await renderer.render({ kind: 'pdf', ...page, steps: [{ click: 'text/Log in', timeout: 500 }] });
} catch (error) {
  if (!(error instanceof RenderError)) throw error;
  console.log(error.message);
}
