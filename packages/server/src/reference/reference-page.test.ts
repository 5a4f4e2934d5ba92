import Fastify from 'fastify';
import t from 'tap';
import { openApiRoute } from '../openapi/openapi-document.ts';
import { referencePage } from './reference-page.ts';

t.test('loads everything from the service', async (t) => {
  const app = Fastify();
  t.teardown(() => app.close());
  await openApiRoute({ version: '1.2.3' })(app);
  await referencePage({ version: '1.2.3' })(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await fetch(`${url}/reference/`);
  t.equal(page.status, 200);
  t.match(page.headers.get('content-security-policy'), /default-src 'none'.*connect-src 'self'/);
  const html = await page.text();
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  t.ok(loaded.length >= 5);
  for (const address of loaded) {
    const { origin, href } = new URL(address, `${url}/reference/`);
    t.equal(origin, url, address);
    const asset = await fetch(href);
    t.equal(asset.status, 200, address);
    t.ok((await asset.arrayBuffer()).byteLength > 0);
  }
  t.equal(await (await fetch(`${url}/reference`)).text().then(countScripts), countScripts(html));
  t.match(await (await fetch(`${url}/openapi.json`)).json(), { info: { version: '1.2.3' } });
});

const countScripts = (html: string) => html.split('<script').length - 1;
