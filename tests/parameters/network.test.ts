import {
  COLOURS,
  createFixtureServer,
  inDepth,
  readFlags,
  scriptFlagsPage,
  solidImage,
  solidPage,
} from '@tintype/testkit';
import { createHash } from 'node:crypto';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import t from 'tap';
import { createLab } from './lab.ts';

const lab = await createLab(t);
const { server } = lab;
const other = await createFixtureServer(t);
const small = { viewport_width: 200, viewport_height: 100 };

server.file('/image.png', 'image/png', await solidImage(COLOURS.blue));
other.file('/image.png', 'image/png', await solidImage(COLOURS.blue));

const isKnown = 'document.cookie === "a=1; b=two=2"';

/**
 * A page with images of its own origin, of the same host on another port, and of another host,
 * which tells whether it sees its cookies.
 */
const mixed = server.page(
  '/mixed',
  `${scriptFlagsPage([isKnown])}<style>img{position:absolute;top:50px}</style><img src="/image.png?own"><img src="${other.url('/image.png?port')}"><img src="${server.url('/image.png?host', '127.0.0.2')}">`,
);

/** The headers of the mixed page and of each image of it. */
function mixedHeaders() {
  const all = [...server.requests('/image.png'), ...other.requests('/image.png')];
  const last = (query: string) => all.findLast(({ url }) => url.endsWith(query))?.headers;
  return {
    page: server.requests('/mixed').at(-1)?.headers,
    own: last('?own'),
    port: last('?port'),
    host: last('?host'),
  };
}

t.test('authorization, headers and cookies go to their own, user_agent to all', async (t) => {
  const authorization = Buffer.from('user:pass').toString('base64');
  const { image } = await lab.shoot({
    url: mixed,
    authorization: 'Basic user:pass',
    headers: ['X-One: first', 'x-two:second; still second'],
    cookies: ['a=1', 'b=two=2'],
    user_agent: 'Mine/1.0',
    wait_until: ['load'],
    ...small,
  });
  const { page, own, port, host } = mixedHeaders();
  for (const seen of [page, own])
    t.match(seen, {
      authorization: `Basic ${authorization}`,
      'x-one': 'first',
      'x-two': 'second; still second',
      cookie: 'a=1; b=two=2',
    });
  t.ok(port && host, 'the others were asked');
  for (const seen of [port, host])
    for (const name of ['authorization', 'x-one', 'x-two'])
      t.equal(
        seen?.[name],
        undefined,
        `${name}: another port is another origin, as another host is`,
      );
  t.equal(host?.cookie, undefined);
  for (const [name, headers] of Object.entries(mixedHeaders()))
    t.equal(headers?.['user-agent'], 'Mine/1.0', name);
  t.same(readFlags(image, 1), [true], 'the page sees its cookies');

  const { image: without } = await lab.shoot({ url: mixed, wait_until: ['load'], ...small });
  t.same(readFlags(without, 1), [false], 'the next render has none');
  const next = mixedHeaders();
  for (const seen of [next.page, next.own]) {
    for (const name of ['authorization', 'x-one', 'cookie']) t.equal(seen?.[name], undefined, name);
    t.match(seen?.['user-agent'], /Chrome\/\d+/, 'the browser says its own');
  }
});

t.test('an Accept-Language in headers reaches all requests and the scripts', async (t) => {
  server.file(
    '/languages.js',
    'text/javascript',
    'fetch("/worker-saw?" + navigator.languages).then(() => postMessage(0));',
  );
  const frame = server.page('/languages-frame', '<p>frame', {});
  const url = server.page(
    '/languages',
    `<img src="/image.png?languages"><iframe src="${frame.replace('127.0.0.1', '127.0.0.2')}"></iframe>
    <script>
      fetch('/page-saw?' + navigator.languages);
      new Worker('/languages.js').onmessage = () => { document.title = 'done'; };
    </script>`,
  );
  const wait = { wait_until: ['load'], wait_for_function: 'document.title === "done"' };
  const paths = [
    '/languages',
    '/languages-frame',
    '/languages.js',
    '/image.png',
    '/page-saw',
    '/worker-saw',
  ];
  for (const [sent, languages] of [
    ['en;q=0.5, fr', 'fr,en'],
    ['fr-CH,fr;q=0.9', 'fr-CH,fr'],
  ] as const) {
    await lab.render({ url, headers: [`Accept-Language: ${sent}`], ...wait, ...small });
    for (const path of paths) {
      t.equal(server.requests(path).at(-1)?.headers['accept-language'], sent, path);
    }
    for (const path of ['/page-saw', '/worker-saw']) {
      t.equal(server.requests(path).at(-1)?.url, `${path}?${languages}`);
    }
  }
});

t.test('locale sets the language of requests, scripts and Intl everywhere', async (t) => {
  const told =
    '[navigator.languages, new Intl.NumberFormat().format(1234.5), new Date(0).toLocaleDateString(undefined, { month: "long", timeZone: "UTC" })]';
  server.file('/locale.js', 'text/javascript', `postMessage(${told})`);
  const frame = server.page('/locale-frame', `<script>parent.postMessage(${told}, '*')</script>`);
  const url = server.page(
    '/locale',
    `<script>
      const all = [];
      const tell = ({ data }) => { if (all.push(String(data)) === 2) document.title = [...all, ${told}].join('|'); };
      addEventListener('message', tell);
      new Worker('/locale.js').onmessage = tell;
    </script><iframe src="${frame.replace('127.0.0.1', '127.0.0.2')}"></iframe>`,
  );
  const wait = { wait_for_function: 'document.title !== ""', metadata_title: true };
  const { metadata } = await lab.render({ url, locale: 'de_lu', ...wait, ...small });
  const expected = 'de-LU,de,1.234,5,Januar';
  t.equal(metadata.title, [expected, expected, expected].join('|'));
  t.equal(server.requests('/locale').at(-1)?.headers['accept-language'], 'de-LU,de;q=0.9');
  const other = ['Accept-Language: fr, en;q=0.5'];
  const mixed = await lab.render({ url, locale: 'de-LU', headers: other, ...wait, ...small });
  t.match(mixed.metadata.title, 'fr,en,1.234,5,Januar', 'headers say more of languages');
  t.equal(server.requests('/locale').at(-1)?.headers['accept-language'], 'fr, en;q=0.5');
  const plain = await lab.render({ url, ...wait, ...small });
  t.match(plain.metadata.title, '1,234.5,January', 'the next render has none');
});

t.test('cookies keep the attributes that are given as in Set-Cookie', async (t) => {
  const frame = server.page('/cookies/frame', '<p>frame');
  const far = frame.replace('127.0.0.1', '127.0.0.2');
  const url = server.page(
    '/cookies/page',
    `<img src="/image.png?cookies"><iframe src="${far}"></iframe><script>fetch('/seen?' + encodeURIComponent(document.cookie))</script>`,
  );
  const cookies = [
    'plain=1; deep=2; Path=/cookies; unseen=3; HttpOnly',
    'far=4; Domain=127.0.0.2; SameSite=None; Secure',
    'gone=5; Max-Age=0',
    'old=6; Expires=Wed, 21 Oct 2015 07:28:00 GMT',
    'late=7; Expires=Wed, 21-Oct-2099 07:28:00 GMT; SameSite=Lax',
  ];
  await lab.render({ url, cookies, wait_until: ['networkidle0'], ...small });
  const sent = (path: string) =>
    (server.requests(path).at(-1)?.headers.cookie ?? '').split('; ').toSorted();
  t.same(sent('/cookies/page'), ['deep=2', 'late=7', 'plain=1', 'unseen=3']);
  t.same(sent('/image.png'), ['late=7', 'plain=1', 'unseen=3']);
  t.same(sent('/cookies/frame'), ['far=4']);
  const seen = decodeURIComponent(server.requests('/seen').at(-1)?.url ?? '');
  t.same(seen.slice('/seen?'.length).split('; ').toSorted(), ['deep=2', 'late=7', 'plain=1']);
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Returns whether a request answers the challenge of RFC 7616, 3.4. */
function isDigestOf(header: string | undefined, user: string, password: string): boolean {
  const part = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(header ?? '')?.[1] ?? '';
  const secret = md5(`${user}:x:${password}`);
  const what = md5(`GET:${part('uri')}`);
  const middle = ['nonce', 'nc', 'cnonce', 'qop'].map(part).join(':');
  return part('response') === md5(`${secret}:${middle}:${what}`);
}

t.test('credentials in the URL open its pages, and are in no result', async (t) => {
  const basic = `Basic ${Buffer.from('Aladdin:open sesame').toString('base64')}`;
  const guard = (path: string, challenge: string, isRight: (header?: string) => boolean) =>
    server.route(path, ({ headers }, response) => {
      response.writeHead(isRight(headers.authorization) ? 200 : 401, {
        'content-type': 'text/html',
        'www-authenticate': challenge,
      });
      response.end(
        `<p>open</p><a href="/link">link</a><img src="${other.url('/image.png?auth')}"><script>document.write('<p>at ' + location + '</p>')</script>`,
      );
    });
  const basicUrl = guard('/basic', 'Basic realm="x"', (header) => header === basic);
  const digestUrl = guard('/digest', 'Digest realm="x", nonce="n", qop="auth"', (header) =>
    isDigestOf(header, 'Aladdin', 'open sesame'),
  );
  const wants = [
    { kind: 'scrape', format: 'md' },
    { kind: 'scrape', format: 'html' },
    { kind: 'archive' },
  ] as const;
  for (const [nth, address] of [basicUrl, digestUrl].entries()) {
    const url = address.replace('//', '//Aladdin:open%20sesame@');
    for (const wanted of wants.filter((_, at) => at === 2 * nth || inDepth(t))) {
      const result = await lab.render({ ...wanted, url, fail_on_status: '401' });
      const text = Buffer.from(result.body).toString();
      t.match(text, /open/);
      t.notMatch(text + result.url + result.warnings.join(), /sesame|Aladdin/, wanted.kind);
    }
    if (nth === 1 && !inDepth(t, 'a wrong password, digested')) continue;
    const wrong = address.replace('//', '//Aladdin:shut@');
    const refused = lab.render({ kind: 'scrape', url: wrong, fail_on_status: '401' });
    await t.rejects(refused, { code: 'bad_status' }, 'and is not tried for ever');
  }
  t.ok(other.requests('/image.png').every(({ headers }) => headers.authorization === undefined));
});

t.test('authorization opens a page that asks for it', async (t) => {
  const credentials = Buffer.from('Aladdin:open sesame').toString('base64');
  const url = server.route('/locked', (request, response) => {
    const isRight = request.headers.authorization === `Basic ${credentials}`;
    response.writeHead(isRight ? 200 : 401, {
      'content-type': 'text/html',
      'www-authenticate': 'Basic realm="x"',
    });
    response.end(solidPage(isRight ? COLOURS.green : COLOURS.red));
  });
  const open = await lab.shoot({ url, authorization: credentials, ...small });
  t.equal(open.result.metadata.status, 200);
  open.image.expectSolid(COLOURS.green);
  const closed = await lab.shoot({ url, ...small });
  t.equal(closed.result.metadata.status, 401, 'an error page is a page');
  closed.image.expectSolid(COLOURS.red);
});

t.test('redirects are followed, without what is for the own origin', async (t) => {
  const end = server.page('/end', solidPage(COLOURS.cyan));
  const away = end.replace('127.0.0.1', '127.0.0.2');
  server.redirect('/second', away, 307);
  const url = server.redirect('/first', '/second', 301);
  const authorization = Buffer.from('user:pass').toString('base64');
  const headers = ['X-One: first'];
  const { result, image } = await lab.shoot({ url, headers, authorization, ...small });
  t.equal(result.url, away);
  t.equal(result.metadata.status, 200);
  image.expectSolid(COLOURS.cyan);
  for (const path of ['/first', '/second']) {
    const seen = server.requests(path).at(-1)?.headers;
    t.match(seen, { 'x-one': 'first', authorization: `Basic ${authorization}` }, path);
  }
  const seen = server.requests('/end').at(-1)?.headers;
  for (const name of ['x-one', 'authorization']) t.equal(seen?.[name], undefined, name);
});

const blockable: Record<string, string> = {
  document: '<iframe src="/kind/document"></iframe>',
  stylesheet: '<link rel="stylesheet" href="/kind/stylesheet">',
  image: '<img src="/kind/image">',
  media: '<video src="/kind/media" preload="auto" autoplay muted></video>',
  font: '<style>@font-face{font-family:Kind;src:url(/kind/font)}</style><p style="font-family:Kind">text</p>',
  script: '<script src="/kind/script"></script>',
  texttrack:
    '<video preload="auto"><track default kind="captions" src="/kind/texttrack"></video><script>document.querySelectorAll("track").forEach((track) => { track.track.mode = "showing"; })</script>',
  xhr: '<script>{const xhr = new XMLHttpRequest(); xhr.open("GET", "/kind/xhr"); xhr.send();}</script>',
  fetch: '<script>fetch("/kind/fetch").catch(() => {})</script>',
  eventsource: '<script>new EventSource("/kind/eventsource")</script>',
  websocket: '<script>new WebSocket(`ws://${location.host}/kind/websocket`)</script>',
};

t.test('block_ressources blocks each kind and no other', async (t) => {
  const kinds = Object.keys(blockable);
  for (const kind of kinds)
    server.route(`/kind/${kind}`, (_request, response) => void response.writeHead(204).end());
  const url = server.page('/kinds', `<!doctype html><body>${Object.values(blockable).join('')}`);
  const requested = async (block: string[] | undefined) => {
    const from = server.log.length;
    await lab.render({ url, delay: 0.4, ...small, ...(block ? { block_ressources: block } : {}) });
    const paths = server.log.slice(from).map((request) => request.url);
    return kinds.filter((kind) => paths.includes(`/kind/${kind}`));
  };
  if (inDepth(t, 'no kind'))
    t.same(await requested(undefined), kinds, 'nothing is blocked unless asked for');
  // Each kind is blocked beside others of its own: any two differ in one of four lists at least.
  const lists = [0, 1, 2, 3].map((bit) => kinds.filter((_, at) => ((at + 1) >> bit) % 2 === 1));
  for (const kind of kinds) if (inDepth(t, kind)) lists.push([kind]);
  for (const list of lists)
    t.same(
      await requested(list),
      kinds.filter((name) => !list.includes(name)),
      list.join(),
    );
  if (inDepth(t, 'all kinds'))
    t.same(await requested(kinds), [], 'all of them, but the page itself');
  t.same(await requested(['manifest', 'other']), kinds, 'these block none of them');
});

t.test('block_ressources and headers hold in frames of another site, and show', async (t) => {
  server.file('/red.css', 'text/css', 'html{background:#f00}');
  server.file('/asked.js', 'text/javascript', '');
  server.page(
    '/inner',
    `<script src="/asked.js?inner"></script><script src="${server.url('/asked.js?back')}"></script><img src="/image.png?inner">`,
  );
  const url = server.page(
    '/outer',
    `<link rel="stylesheet" href="/red.css"><iframe style="border:0" src="${server.url('/inner', '127.0.0.2')}"></iframe>`,
  );
  const asked = async (parameters: Record<string, unknown>) => {
    const from = server.log.length;
    const { image } = await lab.shoot({ url, wait_until: ['load'], ...parameters, ...small });
    const requests = server.log.slice(from);
    const find = (query: string) => requests.find((request) => request.url.endsWith(query));
    const [page, inner, back] = ['/inner', '.js?inner', '?back'].map(find);
    const [sheet, picture] = ['/red.css', '.png?inner'].map(find);
    return { page, inner, back, sheet, picture, image };
  };
  const wanted = { headers: ['x-one: 1'], block_ressources: ['stylesheet', 'image'] };
  const { page, inner, back, sheet, picture, image } = await asked(wanted);
  t.match(page, { url: '/inner' });
  t.same([sheet, picture], [undefined, undefined]);
  t.same(image.at(3, 3), COLOURS.white);
  t.equal(page?.headers['x-one'], undefined);
  t.ok(inner, 'what is not blocked is asked for');
  t.equal(inner?.headers['x-one'], undefined);
  t.equal(back?.headers['x-one'], '1', 'the own origin, asked by a frame of another site');
  if (!inDepth(t, 'without them')) return;
  const whole = await asked({});
  t.ok(whole.sheet && whole.picture);
  t.same(whole.image.at(3, 3), COLOURS.red);
});

t.test('block_ressources and headers hold in workers', async (t) => {
  server.file('/asked', 'text/plain', 'x');
  server.file(
    '/asking.js',
    'text/javascript',
    `fetch('/asked?fetch').catch(() => {});
const xhr = new XMLHttpRequest(); xhr.open('GET', '/asked?xhr'); xhr.send();`,
  );
  const url = server.page('/worker', `<script>new Worker('/asking.js')</script>`);
  const asked = async (parameters: Record<string, unknown>) => {
    const from = server.log.length;
    await lab.render({ url, delay: 0.8, ...parameters, ...small });
    return server.log.slice(from).filter(({ url }) => url.startsWith('/asked'));
  };
  const queries = (requests: Awaited<ReturnType<typeof asked>>) =>
    requests.map(({ url }) => url.split('?')[1]).toSorted();
  const sent = await asked({ block_ressources: ['font'], headers: ['x-one: 1'] });
  t.same(queries(sent), ['fetch', 'xhr']);
  t.same(
    sent.map(({ headers }) => headers['x-one']),
    ['1', '1'],
  );
  t.same(queries(await asked({ block_ressources: ['fetch'] })), ['xhr']);
  if (inDepth(t, 'xhr')) t.same(queries(await asked({ block_ressources: ['xhr'] })), ['fetch']);
  const scriptless = await asked({ block_ressources: ['script'] });
  t.same(queries(scriptless), [], 'the script of a worker is a script');
});

t.test('bypass_csp', async (t) => {
  const policy = { 'content-security-policy': "script-src 'none'; img-src 'none'" };
  const url = server.page('/strict', scriptFlagsPage(['true']), policy);
  const { image: kept } = await lab.shoot({ url, ...small });
  t.same(readFlags(kept, 1), [false]);
  const { image: bypassed } = await lab.shoot({ url, bypass_csp: true, ...small });
  t.same(readFlags(bypassed, 1), [true]);
});

t.test('a redirect that never ends', async (t) => {
  const url = server.redirect('/loop', '/loop');
  t.equal((await lab.failure({ url, ...small })).code, 'too_many_redirects');
});

t.test('an error without a page is an empty image with its status', async (t) => {
  const url = server.page('/empty-404', '', {}, 404);
  const { result } = await lab.shoot({ url, ...small });
  t.equal(result.metadata.status, 404);
});

t.test('an answer without a page fails at once', async (t) => {
  const url = server.route('/no-content', (_request, response) => {
    response.writeHead(204).end();
  });
  const startedMs = performance.now();
  t.equal((await lab.failure({ url, timeout: 20, ...small })).code, 'navigation_failed');
  t.ok(performance.now() - startedMs < 10_000);
});

t.test('html is rendered as it is', async (t) => {
  const questions = [
    'document.querySelector("p").textContent === "ü – 漢字"',
    'document.characterSet === "UTF-8"',
    'document.compatMode === "CSS1Compat"',
  ];
  const page = scriptFlagsPage(questions);
  const html = page.replace('<script>', '<p style="opacity:0">ü – 漢字</p><script>');
  const { result, image } = await lab.shoot({ html, ...small });
  t.same(readFlags(image, 3), [true, true, true], 'runs scripts, reads text as UTF-8');
  t.equal(result.metadata.status, undefined);
});

t.test('html without a doctype, a fragment and plain text', async (t) => {
  if (inDepth(t, 'a fragment')) {
    const { image } = await lab.shoot({ html: '<body bgcolor="#00ffff">', ...small });
    image.expectSolid(COLOURS.cyan);
  }
  const { image: text } = await lab.shoot({ html: 'just text', ...small });
  t.ok(text.count(COLOURS.white) < 200 * 100, 'something is written');
});

t.test('html reaches what it names, with nothing to give away', async (t) => {
  const style = '<style>body{margin:0}img{position:absolute;width:40px;height:40px;top:0}</style>';
  const images = `<img src="/image.png?lost"><img style="left:40px" src="${server.url('/image.png?html')}">`;
  const secrets = { authorization: 'dXNlcjpwYXNz', headers: ['x-one: 1'], cookies: ['a=1'] };
  const { image } = await lab.shoot({ html: style + images, ...secrets, ...small });
  const [lost, found] = [0, 40].map((x) => ({ x, y: 0, width: 40, height: 40 }));
  image.expectSolid(COLOURS.blue, 0, found);
  t.equal(image.count(COLOURS.blue, 0, lost), 0, 'a relative address leads nowhere by itself');
  const headers = server.log.findLast(({ url }) => url.endsWith('?html'))?.headers;
  t.ok(headers, 'the image was asked for');
  for (const name of ['authorization', 'x-one', 'cookie'])
    t.equal(headers?.[name], undefined, name);
  if (!inDepth(t, 'a base')) return;
  const html = `<base href="${server.url('/')}">${style}${images}`;
  const { image: based } = await lab.shoot({ html, ...small });
  t.equal(based.count(COLOURS.blue), 80 * 40);
});

async function closedPort(): Promise<number> {
  const listener = createTcpServer();
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address() as AddressInfo;
  await new Promise((done) => listener.close(done));
  return port;
}

t.test('a page that cannot be reached', async (t) => {
  const url = `http://127.0.0.1:${await closedPort()}/`;
  const error = await lab.failure({ url, ...small });
  t.equal(error.code, 'connection_failed');
  t.match(error.message, /127\.0\.0\.1/);
});

t.test('a server that hangs up', async (t) => {
  const url = server.route('/hang-up', (request) => void request.socket.destroy());
  t.ok(
    ['connection_failed', 'navigation_failed'].includes(
      (await lab.failure({ url, ...small })).code,
    ),
  );
});

t.test('a host without an address', async (t) => {
  const error = await lab.failure({ url: 'http://no-such-host.invalid/', ...small });
  t.equal(error.code, 'dns_failed');
  t.match(error.message, /no-such-host\.invalid/);
});

t.test('addresses that may not be loaded', async (t) => {
  // 127.0.0.3 is below, where one render is allowed to reach it.
  const denied = ['http://169.254.169.254/latest/', 'http://10.0.0.1/', 'http://[::1]/'];
  for (const url of denied) {
    const error = await lab.failure({ url, ...small });
    t.equal(error.code, 'target_denied', url);
    t.match(error.message, new URL(url).hostname.replace(/[[\]]/g, ''), url);
  }
  const redirect = server.redirect('/to-denied', 'http://169.254.169.254/');
  t.equal(
    (await lab.failure({ url: redirect, ...small })).code,
    'target_denied',
    'also by redirect',
  );
});

t.test('a denied image in a page is left out, and a warning says so', async (t) => {
  const url = server.page(
    '/denied-image',
    solidPage(COLOURS.cyan, '<img src="http://10.0.0.1/x.png">'),
  );
  const { result } = await lab.shoot({ url, ...small });
  t.ok(
    result.warnings.some((warning) => warning.includes('10.0.0.1')),
    result.warnings.join(' '),
  );
});

t.test('allow of one render reaches further, for that render alone', async (t) => {
  const lonely = createTcpServer((socket) => {
    socket.once('data', () => {
      const body = solidPage(COLOURS.cyan);
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((done) => lonely.listen(0, '127.0.0.3', done));
  t.teardown(() => new Promise((done) => lonely.close(done)));
  const url = `http://127.0.0.3:${(lonely.address() as AddressInfo).port}/`;
  const result = await lab.render({ url, ...small }, { allow: ['127.0.0.3'] });
  t.equal(result.metadata.status, 200);
  t.equal((await lab.failure({ url, ...small })).code, 'target_denied');
});

t.test('a download is no page', async (t) => {
  const files = [
    server.file('/file.zip', 'application/zip', 'PK'),
    server.file('/file.html', 'text/html', '<p>', {
      'content-disposition': 'attachment; filename=x.html',
    }),
  ];
  for (const url of files) t.equal((await lab.failure({ url, ...small })).code, 'download', url);
});

t.test('an image and a text are pages', async (t) => {
  const { image } = await lab.shoot({ url: server.url('/image.png'), ...small });
  t.ok(image.count(COLOURS.blue) >= 40 * 40);
  if (!inDepth(t, 'a text, as in `bare-documents.test.ts`')) return;
  const url = server.file('/text', 'text/plain; charset=utf-8', 'plain text');
  t.equal((await lab.render({ url, ...small })).metadata.status, 200);
});
