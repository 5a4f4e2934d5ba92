import { createFixtureServer, until } from '@tintype/testkit';
import t from 'tap';
import { createLab } from '../parameters/lab.ts';

const lab = await createLab(t);
const { server, renderer } = lab;

server.page(
  '/login',
  `<!doctype html><title>Login</title><button onclick="localStorage.token = 'abc'; document.cookie = 'sid=1; path=/'; location.href = '/account'">Go</button>`,
);
server.route('/account', ({ headers }, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(
    `<title>start</title><script>document.title = '${headers.cookie ?? 'none'} ' + localStorage.token</script>`,
  );
});
server.page('/other', `<!doctype html><script>localStorage.b = '2'</script>`);

t.test('the state of an open page logs later renders in', async (t) => {
  const url = server.url('/login');
  const steps = [{ click: 'text/Go' }, { navigate: server.url('/other', '127.0.0.2') }];
  await using page = await renderer.open({ url, steps });
  const state = await page.storageState();
  t.match(state.cookies, [{ name: 'sid', value: '1', domain: '127.0.0.1', path: '/' }]);
  t.same(
    state.origins.map(({ origin, localStorage }) => [new URL(origin).hostname, localStorage]),
    [
      ['127.0.0.1', [{ name: 'token', value: 'abc' }]],
      ['127.0.0.2', [{ name: 'b', value: '2' }]],
    ],
  );
  t.ok(
    await page.capture({ kind: 'screenshot' }),
    'the page is open, and nothing counts as a window of it',
  );
  const account = server.url('/account');
  const { metadata } = await lab.render({ url: account, storage_state: JSON.stringify(state) });
  t.equal(metadata.title, 'sid=1 abc');
  const without = await lab.render({ url: account });
  t.equal(without.metadata.title, 'none undefined');
  t.equal(server.requests('/').length, 0, 'nothing was requested to read storage');
});

t.test('windows that a page opens while its state is read are closed', async (t) => {
  let open = () => {};
  server.route('/wait', (_, response) => {
    open = () => void response.end();
  });
  server.page(
    '/opens',
    `<!doctype html><title>opens</title><script>
        fetch('/wait').then(() => {
          const opened = [1, 2, 3].map(() => window.open('about:blank'));
          setInterval(() => { document.title = 'open: ' + opened.filter((one) => !one.closed).length; }, 20);
        });
      </script>`,
  );
  // Many origins take long to read.
  const others = await Promise.all([1, 2].map(() => createFixtureServer(t)));
  for (const other of others) other.page('/', "<script>localStorage.c = '3'</script>");
  const steps = [...others.map((other) => other.url('/')), server.url('/opens')];
  await using page = await renderer.open({
    url: server.url('/other', '127.0.0.2'),
    steps: steps.map((navigate) => ({ navigate })),
  });
  const reading = page.storageState();
  setTimeout(open, 20);
  const { origins } = await reading;
  t.equal(origins.length, 3);
  await until(async () => {
    const { metadata } = await page.capture({ kind: 'scrape' });
    return metadata.title === 'open: 0';
  });
});

t.test('a page of html has no state of its own', async (t) => {
  await using page = await renderer.open({ html: '<script>localStorage.a = 1</script>' });
  t.same(await page.storageState(), { cookies: [], origins: [] });
});

t.test('a closed page has no state', async (t) => {
  const page = await renderer.open({ html: 'a' });
  await page.close();
  await t.rejects(page.storageState(), { code: 'invalid_request' });
});
