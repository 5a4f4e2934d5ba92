import { pathToFileURL } from 'node:url';
import { syntheticHost } from '@tintype/core';
import t from 'tap';
import { LOCAL_ORIGIN, readTarget, type Target } from './target.ts';
import { UsageError } from '../cli-context.ts';

const dir = t.testdir({
  'page.html': '<p>',
  'hö & ?.html': '<p>',
  site: { 'index.html': '<p>', docs: { 'about.html': '<p>' } },
  empty: {},
  '.hidden.html': '<p>',
});
const before = process.cwd();
t.before(() => process.chdir(dir));
t.teardown(() => process.chdir(before));

function urlOf(target: Target): string | undefined {
  return target.from === 'url' || target.from === 'file' ? target.url : undefined;
}

t.test('reads URLs with and without a scheme', async (t) => {
  const cases: Record<string, string> = {
    'https://example.com': 'https://example.com/',
    'http://example.com/a?b#c': 'http://example.com/a?b#c',
    'HTTPS://EXAMPLE.com': 'https://example.com/',
    'example.com': 'https://example.com/',
    'example.com/page.html': 'https://example.com/page.html',
    'example.com:8443/x': 'https://example.com:8443/x',
    '//example.com/x': 'https://example.com/x',
    'localhost:3000': 'http://localhost:3000/',
    'localhost:3000/index.html': 'http://localhost:3000/index.html',
    'app.localhost:3000': 'http://app.localhost:3000/',
    '127.0.0.1:8080/a': 'http://127.0.0.1:8080/a',
    '[::1]:8080': 'http://[::1]:8080/',
    intranet: 'http://intranet/',
    'bücher.example': 'https://xn--bcher-kva.example/',
  };
  for (const [typed, url] of Object.entries(cases)) t.equal(urlOf(readTarget(typed)), url, typed);
});

t.test('allows only the typed host', async (t) => {
  t.match(readTarget('localhost:3000/x'), { allow: ['localhost:3000'] });
  t.match(readTarget('http://intranet'), { allow: ['intranet:80', 'intranet:443'] });
  t.match(readTarget('http://[::1]:81'), { allow: ['[::1]:81'] });
});

t.test('files, folders and file: URLs', async (t) => {
  const cases: Record<string, [string, string]> = {
    'page.html': ['page.html', dir],
    './page.html': ['page.html', dir],
    [`${dir}/page.html`]: ['page.html', dir],
    [pathToFileURL(`${dir}/page.html`).href]: ['page.html', dir],
    'hö & ?.html': [encodeURIComponent('hö & ?.html'), dir],
    site: ['index.html', `${dir}/site`],
    'site/': ['index.html', `${dir}/site`],
    'site/docs/about.html': ['about.html', `${dir}/site/docs`],
  };
  for (const [typed, [name, root]] of Object.entries(cases)) {
    t.match(
      readTarget(typed),
      { from: 'file', url: `http://page.tintype.localhost/${name}`, root },
      typed,
    );
  }
});

t.test('--root serves more than the folder of the page', async (t) => {
  t.match(readTarget('site/docs/about.html', 'site'), {
    url: 'http://page.tintype.localhost/docs/about.html',
    root: `${dir}/site`,
  });
  t.throws(() => readTarget('page.html', 'site'), /page.html is not in --root site/);
});

t.test('- is stdin', async (t) => {
  t.same(readTarget('-'), { typed: '-', from: 'stdin' });
});

t.test('rejects what cannot be rendered', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /got ""/],
    ['missing.html', /missing.html: there is no such file/],
    ['./nothing', /no such file/],
    ['pages/missing.html', /no such file/],
    ['file:///no/such/file.html', /no such file/],
    ['file://host/x.html', /names no file on this machine/],
    ['./empty', /without an index.html/],
    ['.hidden.html', /start with a dot/],
    ['ftp://example.com', /only http, https and files can be rendered, not ftp:/],
    ['javascript:alert(1)', /not javascript:/],
    ['data:text/html,x', /not data:/],
    ['chrome://version', /not chrome:/],
    ['http://', /neither a file that is there nor a URL/],
    ['https://exa mple.com', /neither a file/],
  ];
  for (const [typed, message] of cases) {
    t.throws(() => readTarget(typed), { constructor: UsageError, message }, typed);
  }
});

t.test('serves local pages on the engine’s own host', async (t) => {
  t.equal(LOCAL_ORIGIN, `http://${syntheticHost}`);
});
