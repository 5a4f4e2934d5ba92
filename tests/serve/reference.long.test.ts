// Shown for less elsewhere: tests/serve/openapi.test.ts asks for what the page names, and holds its description against the answers.
import { kinds } from '@tintype/contract';
import t from 'tap';
import { createRenderer } from 'tintype';
import { runService } from './run-service.ts';

/** Opens an operation, presses its button, and returns the response that the page shows. */
const tryOut = `(async () => {
  const find = (selector) => document.querySelector('#operations-Operation-health ' + selector);
  find('.opblock-summary-control').click();
  // Pressed again until it counts: the page is busy showing the operation at first.
  while (!find('.live-responses-table .highlight-code code')) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    find('.execute')?.click();
  }
  const row = find('.live-responses-table .response');
  return row.querySelector('.response-col_status').innerText.trim() + ' ' +
    row.querySelector('.highlight-code code').innerText;
})()`;

t.test('the API reference works in Chromium, and requests nothing from other hosts', async (t) => {
  const service = await runService(t);
  const asked: string[] = [];
  const said: string[] = [];
  let tried = '';
  let shown: { operations: string[]; title: string } | undefined;
  const renderer = createRenderer({
    egress: { allow: ['127.0.0.1'] },
    plugins: [
      {
        name: 'watch',
        hooks: {
          async beforeNavigate({ session }) {
            session.on('Network.requestWillBeSent', ({ request }) => asked.push(request.url));
            session.on('Log.entryAdded', ({ entry }) => said.push(`${entry.text} ${entry.url}`));
            await Promise.all([session.send('Network.enable'), session.send('Log.enable')]);
          },
          async beforeCapture(page) {
            shown = await page.evaluate(`({
              title: document.title,
              operations: [...document.querySelectorAll('.opblock-summary')].map((row) =>
                row.querySelector('.opblock-summary-method').textContent + ' ' +
                row.querySelector('.opblock-summary-path').dataset.path),
            })`);
            tried = await page.evaluate(tryOut);
          },
        },
      },
    ],
  });
  t.teardown(() => renderer.stop());
  const { body } = await renderer.render({
    kind: 'screenshot',
    url: `${service.address}/reference`,
    wait_until: ['networkidle0'],
    wait_for_selector: '.opblock-summary-path',
    block_annoyance: 'none',
    full_page: true,
    format: 'png',
  });
  t.ok(body.byteLength > 20_000, 'something is painted');
  t.equal(shown?.title, 'Tintype API');
  for (const kind of kinds) {
    t.ok(shown?.operations.includes(`GET /v1/${kind}`), `GET ${kind}`);
    t.ok(shown?.operations.includes(`POST /v1/${kind}`), `POST ${kind}`);
  }
  t.ok(shown?.operations.includes('PATCH /v1/tasks/{id}'));
  t.match(tried, /^200 \{\s*"status": "ok"\s*\}$/, 'an operation can be tried out');
  const network = asked.filter((url) => !/^(data|blob):/.test(url));
  t.ok(network.length >= 6, 'page, style sheets, scripts, description');
  for (const url of network) t.equal(new URL(url).origin, service.address, url);
  t.same(said, [], 'no error in the console: the policy lets everything through that it needs');
});
