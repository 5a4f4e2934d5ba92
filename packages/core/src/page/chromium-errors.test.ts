import t from 'tap';
import {
  isContextGone,
  isSessionGone,
  navigationError,
  refusedInPrint,
  withoutCredentials,
  withoutSecrets,
} from './chromium-errors.ts';

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

t.test('messages carry no credentials and no query', (t) => {
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

t.test('tells a document that went away from a page that did', (t) => {
  t.ok(
    isContextGone(new Error('Protocol error (Runtime.evaluate): Execution context was destroyed.')),
  );
  t.ok(isSessionGone(new Error('Protocol error (Page.enable): Session closed.')));
  t.notOk(isContextGone(new Error('x is not a function')));
  t.notOk(isSessionGone('no error'));
  t.end();
});

t.test('a result names its page without the credentials', (t) => {
  t.equal(
    withoutCredentials('https://user:pass@example.com/a?b@c#d'),
    'https://example.com/a?b@c#d',
  );
  t.equal(withoutCredentials('https://example.com/@user'), 'https://example.com/@user');
  t.equal(withoutCredentials('about:blank'), 'about:blank');
  t.end();
});

t.test('what Chromium says when it does not print', async (t) => {
  const said = (message: string) => refusedInPrint(new Error(`Protocol error: ${message}`));
  t.equal(said('Page range exceeds page count'), 'range');
  t.equal(said('Page range syntax error'), 'range');
  t.equal(said('invalid print parameters: content area is empty'), 'margin');
  t.equal(said('Printing failed'), 'template');
  t.equal(said('Target closed'), undefined);
  t.equal(refusedInPrint('Page range'), undefined);
});
