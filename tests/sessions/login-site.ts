import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { FixtureServer, Handler } from '@tintype/testkit';

/** A site behind a login, whose server sets a cookie and whose page sets local storage. */
export interface LoginSite {
  /** The page behind the login. */
  account: string;
  /** Sets a cookie and an item of local storage of its own: `?n=5`. */
  mark(n: number, host?: string): string;
  loginUrl: string;
  steps: { fill: string; value: string }[] | object[];
  /** Number of logins so far. */
  logins(): number;
  /** Logs everybody out, on the server. */
  expire(): void;
}

const form = `<!doctype html><title>Sign in</title><h1>Sign in</h1>
<form method="post" action="/enter"><input name="user"><input name="password" type="password"><button>Sign in</button></form>`;

export function createLoginSite(server: FixtureServer): LoginSite {
  const known = new Set<string>();
  let logins = 0;
  const html = (body: string, headers: Record<string, string | string[]> = {}): Handler => {
    return (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  };
  const behindLogin = (page: Handler): Handler => {
    return (request, response) => {
      const [, sid = ''] = /\bsid=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
      if (known.has(sid)) return page(request, response);
      // As many servers do: it removes the cookie that it does not know.
      const headers = { location: '/sign-in', 'set-cookie': 'sid=; Path=/; Max-Age=0' };
      response.writeHead(302, headers).end();
    };
  };
  server.route('/sign-in', html(form));
  server.route('/enter', async (request, response) => {
    const given = new URLSearchParams(await text(request));
    if (given.get('password') !== 'pa55word') return html(form)(request, response);
    logins += 1;
    const sid = randomUUID();
    known.add(sid);
    const page = `<script>localStorage.colour = 'teal'; location.replace('/account')</script>`;
    const cookie = `sid=${sid}; HttpOnly; Path=/; Max-Age=3600`;
    return html(page, { 'set-cookie': cookie })(request, response);
  });
  const account = server.route(
    '/account',
    behindLogin(
      html(
        `<!doctype html><title>Account</title><h1 id="hello">Hello Ada</h1><script>document.title += ' ' + localStorage.colour</script>`,
      ),
    ),
  );
  server.route('/mark', (request, response) => {
    const n = new URL(request.url ?? '', 'http://a').searchParams.get('n') ?? '';
    const page = `<!doctype html><title>Mark</title><h1>Mark ${n}</h1><script>localStorage.mark${n} = '${n}'</script>`;
    return html(page, { 'set-cookie': `mark${n}=${n}; Path=/; Max-Age=3600` })(request, response);
  });
  return {
    account,
    mark: (n, host) => server.url(`/mark?n=${n}`, host),
    loginUrl: server.url('/sign-in'),
    steps: [
      { fill: '[name=user]', value: 'ada' },
      { fill: '[name=password]', value: '{{password}}' },
      { click: 'button' },
      { wait_for_url: '**/account' },
    ],
    logins: () => logins,
    expire: () => known.clear(),
  };
}
