import { createHmac } from 'node:crypto';
import t from 'tap';
import { signatureVersionOf, signLink, signQuery, verifyLink } from './signing.ts';

const secret = 'sk_3vU0Qm9cT7kXo2';
const path = '/v1/screenshot';
const now = Date.UTC(2026, 10, 22);
const query = 'access_key=k&url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26full_page%3Dtrue';

t.test('the signature is an HMAC of method, path and query', async (t) => {
  const link = signLink({ path, query }, secret, 1_800_000_000);
  const unsigned = `${query}&signature_version=2&expires=1800000000`;
  const expected = createHmac('sha256', secret).update(`GET\n${path}\n${unsigned}`).digest('hex');
  t.equal(link, `${unsigned}&signature=${expected}`);
  t.equal(verifyLink({ method: 'GET', path, query: link }, secret, now), 'valid');
  t.equal(verifyLink({ method: 'HEAD', path, query: link }, secret, now), 'valid');
  t.equal(signLink({ path, query: `?${query}` }, secret, 1_800_000_000), link);
  const empty = signLink({ path, query: '' }, secret);
  t.equal(verifyLink({ method: 'GET', path, query: empty }, secret, now), 'valid');
});

t.test('nothing of it can be changed', async (t) => {
  const link = signLink({ path, query }, secret, now / 1000 + 60);
  const check = (changed: string, at = now, method = 'GET', where = path) =>
    verifyLink({ method, path: where, query: changed }, secret, at);
  t.equal(check(link, now + 59_999), 'valid');
  t.equal(check(link, now + 60_000), 'expired');
  t.equal(check(link, now, 'POST'), 'invalid');
  t.equal(check(link, now, 'GET', '/v1/pdf'), 'invalid');
  t.equal(check(link.replace('%26full_page', '&full_page')), 'invalid', 'out of the nested URL');
  t.equal(check(link.replace('%3A', ':')), 'invalid', 'an equal query in another form');
  t.equal(check(`${link}&full_page=true`), 'invalid');
  t.equal(check(link.replace(/&expires=\d+/, '')), 'invalid');
  t.equal(check(link.replace(/expires=\d+/, 'expires=9999999999')), 'invalid');
  t.equal(check(`${link}&expires=9999999999`), 'malformed');
  t.equal(check(link.replace('signature_version=2', 'signature_version=1')), 'malformed');
  t.equal(check(`${link}&signature_version=2`), 'malformed');
  t.equal(check(`${link}&signature=${'0'.repeat(64)}`), 'repeated');
  t.equal(check(link.replace(/signature=[0-9a-f]{64}/, '')), 'missing');
  t.equal(check(link.toUpperCase()), 'missing');
  t.equal(verifyLink({ method: 'GET', path, query: link }, `${secret}x`, now), 'invalid');
  t.equal(check(signQuery(`${query}&signature_version=2`, secret)), 'invalid', 'of version 1');
});

t.test('which version a query says that it has', async (t) => {
  t.equal(signatureVersionOf(query), 1);
  t.equal(signatureVersionOf('signature_version=1'), 1);
  t.equal(signatureVersionOf('?a=1&signature%5Fversion=2'), 2);
  for (const odd of [
    'signature_version=3',
    'signature_version=',
    'signature_version=2&signature_version=2',
  ]) {
    t.equal(signatureVersionOf(odd), undefined, odd);
  }
});

t.test('what cannot be signed', async (t) => {
  t.throws(() => signLink({ path, query }, ''), /secret key is empty/);
  t.throws(() => signLink({ path, query: 'a=1&signature=x' }, secret), /has a signature already/);
  t.throws(
    () => signLink({ path, query: 'signature_version=2' }, secret),
    /has a signature already/,
  );
  for (const expires of [1.5, -1, NaN, 2 ** 60]) {
    t.throws(() => signLink({ path, query }, secret, expires), /expires must be a time in Unix/);
  }
});

t.test('hostile queries take no time and throw nothing', async (t) => {
  const fills = [
    'signature=',
    '&expires=',
    '%',
    '%25',
    '&&',
    'signature_version=2&',
    '\ud800',
    '=',
  ];
  for (const fill of fills) {
    const state = verifyLink({ method: 'GET', path, query: fill.repeat(20_000) }, secret, now);
    t.not(state, 'valid', fill);
  }
});
