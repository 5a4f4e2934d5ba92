import { until } from './until.ts';
import t from 'tap';
import { createFixtureServer } from './fixture-server.ts';

t.test('answers pages, files and redirects, and logs what it was asked', async (t) => {
  const server = await createFixtureServer(t);
  server.route('/code', (_request, response) => void response.end('from a route'));
  const page = await fetch(server.page('/page', '<p>ü</p>', { 'x-test': 'yes' }, 404), {
    headers: { 'x-sent': 'this' },
  });
  t.equal(page.status, 404);
  t.equal(await page.text(), '<p>ü</p>');
  t.equal(page.headers.get('x-test'), 'yes');
  t.equal(await (await fetch(server.url('/code'))).text(), 'from a route');
  server.file('/file', 'text/css', 'p{}');
  const moved = await fetch(server.redirect('/moved', '/file?a=1'));
  t.equal(moved.url, server.url('/file?a=1'));
  t.equal(moved.headers.get('content-type'), 'text/css');
  t.equal((await fetch(server.url('/missing'))).status, 404);
  t.match(server.requests('/page'), [{ method: 'GET', headers: { 'x-sent': 'this' } }]);
  t.match(server.requests('/file'), [{ url: '/file?a=1' }]);
});

t.test('listens on two addresses with one port', async (t) => {
  const server = await createFixtureServer(t);
  server.page('/', 'both');
  for (const host of ['127.0.0.1', '127.0.0.2'])
    t.equal(await (await fetch(server.url('/', host))).text(), 'both', host);
});

t.test('answers late, or never, and closes all the same', async (t) => {
  const server = await createFixtureServer();
  const late = await fetch(server.slow('/slow', 30, 'text/plain', 'late'));
  t.equal(await late.text(), 'late');
  const never = fetch(server.hang('/never')).then(
    () => 'answered',
    () => 'cut off',
  );
  await until(() => server.requests('/never').length !== 0);
  await server.close();
  t.equal(await never, 'cut off');
});
