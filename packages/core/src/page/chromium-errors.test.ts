import { RenderError } from '@tintype/contract';
import t from 'tap';
import {
  isContextGone,
  isSessionGone,
  lostError,
  navigationError,
  refusedInPrint,
  toRenderError,
  withoutSecrets,
} from './chromium-errors.ts';
import { withoutCredentials } from '../traffic/shown-url.ts';

t.test('the reason of the egress proxy takes precedence over the error of Chromium', (t) => {
  const failure = { kind: 'denied', host: '10.0.0.1', port: 80, reason: 'private' } as const;
  const text = 'net::ERR_SOCKS_CONNECTION_FAILED';
  const error = navigationError('http://10.0.0.1/', text, failure);
  t.match(error, { code: 'target_denied', message: 'private' });
  t.end();
});

const cases = [
  ['net::ERR_NAME_NOT_RESOLVED', 'dns_failed'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'tls_failed'],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'tls_failed'],
  ['net::ERR_TOO_MANY_REDIRECTS', 'too_many_redirects'],
  ['net::ERR_CONNECTION_REFUSED', 'connection_failed'],
  ['net::ERR_EMPTY_RESPONSE', 'connection_failed'],
  ['net::ERR_SOCKS_CONNECTION_FAILED', 'connection_failed'],
  ['net::ERR_PROXY_CONNECTION_FAILED', 'connection_failed'],
  ['net::ERR_INVALID_URL', 'navigation_failed'],
  ['something new', 'navigation_failed'],
] as const;
for (const [text, code] of cases) {
  t.test(text, (t) => {
    t.equal(navigationError('http://example.com/', text, undefined).code, code);
    t.end();
  });
}

t.test('messages contain no credentials and no query', (t) => {
  const error = navigationError(
    'https://user:secret@example.com/a?token=secret#secret',
    'net::ERR_FAILED',
    undefined,
  );
  t.notMatch(error.message, /secret/);
  t.match(error.message, 'https://example.com/a');
  t.ok(withoutSecrets(`https://example.com/${'a'.repeat(5000)}`).length <= 200);
  t.end();
});

t.test('distinguishes a lost document from a lost page', (t) => {
  t.ok(
    isContextGone(new Error('Protocol error (Runtime.evaluate): Execution context was destroyed.')),
  );
  t.ok(isSessionGone(new Error('Protocol error (Page.enable): Session closed.')));
  t.notOk(isContextGone(new Error('x is not a function')));
  t.notOk(isSessionGone('no error'));
  t.end();
});

t.test('removes credentials from the URL of a result', (t) => {
  t.equal(
    withoutCredentials('https://user:pass@example.com/a?b@c#d'),
    'https://example.com/a?b@c#d',
  );
  t.equal(withoutCredentials('https://example.com/@user'), 'https://example.com/@user');
  t.equal(withoutCredentials('about:blank'), 'about:blank');
  t.end();
});

t.test("recognises Chromium's messages of failed prints", async (t) => {
  const said = (message: string) => refusedInPrint(new Error(`Protocol error: ${message}`));
  t.equal(said('Page range exceeds page count'), 'range');
  t.equal(said('Page range syntax error'), 'range');
  t.equal(said('invalid print parameters: content area is empty'), 'margin');
  t.equal(said('Printing failed'), 'template');
  t.equal(said('Target closed'), undefined);
  t.equal(refusedInPrint('Page range'), undefined);
});

t.test('maps a lost page or browser to its error code', async (t) => {
  t.equal(lostError('page', 'x').code, 'page_crashed');
  t.equal(lostError('browser', 'x').code, 'browser_lost');
  t.match(lostError('size', 'the page took 2 GB'), { code: 'page_too_large', message: /2 GB/ });
  t.equal(lostError('popups', 'x').code, 'page_unresponsive');
  t.match(toRenderError(new Error('no'), 'settle'), { code: 'internal', stage: 'settle' });
  const gone = new Error('Protocol error (Page.navigate): Target closed');
  t.match(toRenderError(gone, 'navigate'), { code: 'page_crashed', stage: 'navigate' });
  const cut = new Error('Protocol error (Page.navigate): Connection closed.');
  t.match(toRenderError(cut, 'navigate'), { code: 'browser_lost', cause: cut });
});

t.test('keeps the code of a RenderError that quotes a CDP error', (t) => {
  t.plan(2);
  for (const quoted of ['Target closed', 'Connection closed.']) {
    const message = `No remote browser provides a page. ws://a:1: Protocol error (x): ${quoted}`;
    const known = new RenderError('browser_unavailable', message);
    t.match(toRenderError(known, 'launch'), { code: 'browser_unavailable', stage: 'launch' });
  }
});
