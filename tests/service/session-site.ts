import { text } from 'node:stream/consumers';
import type { FixtureServer } from '@tintype/testkit';

/** The password of the site's only user. */
export const password = 'correct-horse-battery';

/** The cookie of a user who is logged in. */
export const sid = 'sid-0123456789abcdef';

/** Adds a site with a login, whose pages add cookies, to a web server. */
export function addSessionSite(pages: FixtureServer): void {
  const isKnown = (cookie = '') => cookie.includes(`sid=${sid}`);
  pages.page(
    '/login',
    '<!doctype html><title>Sign in</title><h1>Sign in</h1><form method="post" action="/enter"><input name="user"><input name="password" type="password"><button>Sign in</button></form>',
  );
  pages.route('/enter', async (request, response) => {
    const given = new URLSearchParams(await text(request));
    const isRight = given.get('user') === 'ada' && given.get('password') === password;
    const headers = isRight ? { 'set-cookie': `sid=${sid}; Path=/; HttpOnly; Max-Age=86400` } : {};
    response.writeHead(303, { location: isRight ? '/account' : '/login', ...headers }).end();
  });
  pages.route('/account', ({ headers }, response) => {
    if (!isKnown(headers.cookie)) {
      response.writeHead(302, { location: '/login' }).end();
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Account</title><h1>Hello Ada</h1><p>Your orders');
  });
  pages.page('/much', "<h1>Much</h1><script>localStorage.much = 'x'.repeat(1_048_576)</script>");
  // Each visit adds a cookie of its own.
  pages.route('/add', (request, response) => {
    const name = new URL(request.url ?? '', 'http://site').searchParams.get('name') ?? '';
    response.setHeader('content-type', 'text/html');
    response.setHeader('set-cookie', `${name}=1; Path=/; Max-Age=86400`);
    response.end(`<!doctype html><title>${name}</title><h1>${name}</h1>`);
  });
}

export const login = (pages: Pick<FixtureServer, 'url'>, given = password) => ({
  url: pages.url('/login'),
  steps: [
    { fill: '[name=user]', value: 'ada' },
    { fill: '[name=password]', value: '{{password}}' },
    { press: 'Enter' },
    { wait_for_url: '**/account' },
  ],
  secrets: { password: given },
});

/** A storage state of a user who is logged in. */
export const stateOf = (pages: Pick<FixtureServer, 'url'>) => ({
  cookies: [
    {
      name: 'sid',
      value: sid,
      domain: new URL(pages.url('/')).hostname,
      path: '/',
      httpOnly: true,
      secure: false,
    },
  ],
  origins: [],
});
