import { build } from 'esbuild';
import { createFixtureServer } from '@tintype/testkit';
import t from 'tap';
import { createService } from '../service/lab.ts';

/** Calls the client in a page; the test reads its last line from the page. */
const script = `
import { createClient, TintypeError } from '@tintype/client';

const { baseUrl, accessKey, secretKey, page } = window.settings;
const client = createClient({ baseUrl, accessKey, secretKey });
const parameters = { url: page, viewport_width: 200, viewport_height: 100, metadata_title: true, format: 'png' };
const answer = await client.screenshot(parameters);
const bitmap = await createImageBitmap(new Blob([answer.body], { type: answer.mediaType }));
const image = new Image();
image.src = client.signedUrl('screenshot', parameters);
await image.decode();
const stream = await client.stream('scrape', { url: page });
const error = await client.screenshot({ url: page, image_quality: 200 }).catch((thrown) => thrown);
const stopped = await client.screenshot({ url: page }, { signal: AbortSignal.abort() }).catch((thrown) => thrown);
const said = {
  image: [bitmap.width, bitmap.height],
  linked: [image.naturalWidth, image.naturalHeight],
  title: answer.metadata.title,
  stages: answer.timings.length,
  rate: answer.rateLimit?.limit,
  hasId: answer.requestId.length,
  streamed: (await new Response(stream.body).text()).includes('<h1>hello</h1>'),
  error: [error instanceof TintypeError, error.code, error.statusCode, error.details[0].parameter],
  stopped: stopped.name,
  devices: (await client.devices()).length > 100,
};
document.body.innerHTML = '<pre id="done"></pre>';
document.querySelector('#done').textContent = JSON.stringify(said);
`;

async function bundle() {
  return build({
    stdin: { contents: script, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    conditions: ['@tintype/source'],
    logLevel: 'silent',
  });
}

t.test('a bundle for browsers holds what the client needs, and nothing of Node', async (t) => {
  const { outputFiles, metafile, warnings } = await bundle();
  t.same(warnings, []);
  const inputs = Object.keys(metafile.inputs);
  for (const unwanted of ['zod', 'devices-data', 'standardwebhooks', 'node:']) {
    t.same(
      inputs.filter((input) => input.includes(unwanted)),
      [],
      `no ${unwanted}`,
    );
  }
  const bytes = outputFiles[0]?.contents.length ?? Infinity;
  t.comment(`${bytes} bytes`);
  t.ok(bytes < 34_500, `${bytes} bytes are little`);
});

t.test('works in Chromium, on a page of another origin that the service allows', async (t) => {
  const site = await createFixtureServer(t);
  const service = await createService(t, {
    server: { corsOrigins: [new URL(site.url('/')).origin] },
  });
  const { accessKey, secretKey } = await service.account({ signatureRequired: true });
  const page = service.pages.page('/hello', '<title>größe 日本</title><h1>hello</h1>');
  const settings = { baseUrl: service.address, accessKey, secretKey, page };
  const { outputFiles } = await bundle();
  site.file('/app.js', 'text/javascript', Buffer.from(outputFiles[0]?.contents ?? []));
  const app = site.page(
    '/app',
    `<meta charset="utf-8"><body><script>window.settings = ${JSON.stringify(settings)}</script>
    <script type="module" src="/app.js"></script>`,
  );
  const { body } = await service.renderer.render({
    kind: 'scrape',
    url: app,
    selector: '#done',
    wait_for_selector: '#done',
    block_annoyance: 'none',
  });
  const [text = ''] = /\{.*\}/.exec(Buffer.from(body).toString()) ?? [];
  t.match(JSON.parse(text.replaceAll('&quot;', '"')), {
    image: [200, 100],
    linked: [200, 100],
    title: 'größe 日本',
    rate: 1_000_000,
    hasId: 36,
    streamed: true,
    error: [true, 'invalid_parameter', 400, 'image_quality'],
    stopped: 'AbortError',
    devices: true,
  });
  t.ok(JSON.parse(text).stages > 3);
});
