import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import t from 'tap';
import { signatureOf, signBody, signQuery, verifyBody, verifySignature } from './signing.ts';

const secret = 'sk_3vU0Qm9cT7kXo2';
const hmac = (text: string | Uint8Array, key = secret) =>
  createHmac('sha256', key).update(text).digest('hex');

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const skip = !hasOpenssl && 'openssl is not installed: apt-get install openssl';

t.test('the signature is what openssl says', { skip }, async (t) => {
  const queries = [
    '',
    'url=https%3A%2F%2Fexample.com',
    'url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2&full_page=true&format=png',
    'b=2&a=1',
    `html=${'%3Cp%3E'.repeat(2000)}`,
  ];
  for (const query of queries) {
    const { stdout, status } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
      input: query,
      encoding: 'utf8',
    });
    t.equal(status, 0, 'openssl ran');
    t.equal(signatureOf(query, secret), /[0-9a-f]{64}/.exec(stdout)?.[0]);
  }
});

t.test('vectors of RFC 4231', async (t) => {
  t.equal(
    signBody('what do ya want for nothing?', 'Jefe'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  const key = '\x0b'.repeat(20);
  t.equal(
    signatureOf('Hi There', key),
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  );
});

t.test('what was signed is valid, and nothing else', async (t) => {
  const query = 'url=https%3A%2F%2Fexample.com%2F%C3%BC&full_page=true&hide_selectors=.a%2C.b';
  const signed = signQuery(query, secret);
  t.equal(signed, `${query}&signature=${hmac(query)}`);
  t.equal(verifySignature(signed, secret), 'valid');
  t.equal(verifySignature(`?${signed}`, secret), 'valid', 'with its question mark');
  t.equal(signQuery(`?${query}`, secret), signed);
  t.equal(verifySignature(signQuery('', secret), secret), 'valid');
  t.equal(verifySignature(signed, `${secret} `), 'invalid');
  t.equal(verifySignature(signed.replace('true', 'false'), secret), 'invalid');
  t.equal(verifySignature(`${signed}&format=png`, secret), 'invalid');
  t.equal(verifySignature(`${signed}&`, secret), 'invalid');
  t.equal(verifySignature(query, secret), 'missing');
});

t.test('nothing is sorted', async (t) => {
  t.not(signatureOf('a=1&b=2', secret), signatureOf('b=2&a=1', secret));
  t.equal(verifySignature(`b=2&a=1&signature=${hmac('a=1&b=2')}`, secret), 'invalid');
});

t.test('the pair may stand anywhere', async (t) => {
  const signature = hmac('a=1&b=2');
  for (const query of [
    `signature=${signature}&a=1&b=2`,
    `a=1&signature=${signature}&b=2`,
    `a=1&b=2&signature=${signature}`,
  ]) {
    t.equal(verifySignature(query, secret), 'valid', query);
  }
});

t.test('exactly the pair is taken away', async (t) => {
  const rest = 'my_signature=1&signature_x=2&a=signature=3&signatures=4&Signature=5&&=&';
  t.equal(verifySignature(`${rest}&signature=${hmac(rest)}`, secret), 'valid');
  t.equal(verifySignature(`signature=${hmac(rest)}&${rest}`, secret), 'valid');
  t.equal(verifySignature(rest, secret), 'missing');
});

t.test('signatures of the decoded query', async (t) => {
  const sent =
    'url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%2B1&user_agent=a+b%20c&timezone=Europe/Paris';
  const decoded = 'url=https://example.com/?a=1+1&user_agent=a+b c&timezone=Europe/Paris';
  const spaced = 'url=https://example.com/?a=1+1&user_agent=a b c&timezone=Europe/Paris';
  for (const text of [sent, decoded, spaced]) {
    t.equal(verifySignature(`${sent}&signature=${hmac(text)}`, secret), 'valid', text);
  }
  const wrong = 'url=https://example.com/?a=1 1&user_agent=a b c&timezone=Europe/Paris';
  t.equal(verifySignature(`${sent}&signature=${hmac(wrong)}`, secret), 'invalid');
  t.equal(
    verifySignature(`${sent}&signature=${hmac(encodeURIComponent(sent))}`, secret),
    'invalid',
    'encoding is not tried',
  );
});

t.test('escapes that are none, and bytes that are no UTF-8', async (t) => {
  const sent = 'a=%&b=%zz&c=100%25&d=%4&e=%FF%fe&f=%C3%BC';
  t.equal(verifySignature(`${sent}&signature=${hmac(sent)}`, secret), 'valid');
  const latin = Buffer.from('a=%&b=%zz&c=100%&d=%4&e=\xff\xfe&f=\xc3\xbc', 'latin1');
  t.equal(verifySignature(`${sent}&signature=${hmac(latin)}`, secret), 'valid');
  t.equal(verifySignature(`a=\ud800&signature=${'0'.repeat(64)}`, secret), 'invalid');
  t.equal(verifySignature(signQuery('a=\ud800', secret), secret), 'valid');
});

t.test('characters outside ASCII, where something lets them through', async (t) => {
  t.equal(verifySignature(`title=größe&signature=${hmac('title=größe')}`, secret), 'valid');
  const escaped = 'title=gr%C3%B6%C3%9Fe';
  t.equal(verifySignature(`${escaped}&signature=${hmac('title=größe')}`, secret), 'valid');
});

t.test('no signature, a wrong one, several', async (t) => {
  for (const query of [
    '',
    '?',
    'a=1',
    'signature',
    'signature=',
    'signature=null',
    'a=1&signature=&b=2',
  ]) {
    t.equal(verifySignature(query, secret), 'missing', query);
  }
  const right = hmac('a=1');
  for (const signature of [
    right.toUpperCase(),
    right.slice(1),
    `${right}0`,
    `${right}%20`,
    `%20${right}`,
    'x'.repeat(64),
    '%',
    right.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    right.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    `${right}=`,
    `=${right}`,
    '０'.repeat(64),
    `${right}\n`,
  ]) {
    t.equal(verifySignature(`a=1&signature=${signature}`, secret), 'invalid', signature);
  }
  for (const query of [
    `a=1&signature=${right}&signature=${right}`,
    `signature=${right}&a=1&signature=`,
    `signature&signature=${right}&a=1`,
    `signature=${right}&a=1&%73ignature=${right}`,
    `signature=${right}&a=1&${[...'signature'].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')}=x`,
  ]) {
    t.equal(verifySignature(query, secret), 'repeated', query);
  }
  t.equal(verifySignature(`a=1&signatur%65=${right}`, secret), 'valid', 'an escaped name');
});

t.test('every other digit is refused', async (t) => {
  const right = hmac('a=1');
  for (let at = 0; at < 64; at++) {
    const digit = right.charAt(at) === 'a' ? 'b' : 'a';
    const wrong = right.slice(0, at) + digit + right.slice(at + 1);
    t.equal(verifySignature(`a=1&signature=${wrong}`, secret), 'invalid');
  }
});

t.test('huge and hostile queries', async (t) => {
  const wrong = `&signature=${'0'.repeat(64)}`;
  for (const query of [
    '&'.repeat(500_000),
    '%'.repeat(500_000),
    '%73'.repeat(200_000),
    '+'.repeat(500_000),
    'ü'.repeat(200_000),
    'a=1&'.repeat(100_000),
  ]) {
    t.equal(verifySignature(query + wrong, secret), 'invalid');
    t.equal(verifySignature(signQuery(query, secret), secret), 'valid');
  }
  t.equal(verifySignature('signature=1&'.repeat(50_000), secret), 'repeated');
});

t.test('a key that is none', async (t) => {
  for (const use of [
    () => signatureOf('a=1', ''),
    () => signQuery('a=1', ''),
    () => verifySignature('a=1', ''),
    () => verifySignature(`a=1&signature=${hmac('a=1', '')}`, ''),
    () => verifySignature('a=1', undefined as unknown as string),
    () => signBody('x', ''),
    () => verifyBody('x', hmac('x', ''), ''),
  ]) {
    t.throws(use, { name: 'TypeError', message: /^The secret key is empty/ });
  }
  t.throws(() => signQuery(`a=1&signature=${hmac('a=1')}`, secret), /has a signature already/);
});

t.test('bodies', async (t) => {
  const body = '{"title":"größe"}';
  t.equal(signBody(body, secret), hmac(body));
  t.equal(signBody(Buffer.from(body), secret), hmac(body), 'text or its bytes');
  t.equal(signBody(Uint8Array.of(0xff, 0, 0xfe), secret), hmac(Uint8Array.of(0xff, 0, 0xfe)));
  t.ok(verifyBody(body, hmac(body), secret));
  t.notOk(verifyBody(`${body} `, hmac(body), secret));
  t.notOk(verifyBody(body, hmac(body).toUpperCase(), secret));
  t.notOk(verifyBody(body, '', secret));
  t.notOk(verifyBody(body, hmac(body), 'other'));
});

t.test('keys outside ASCII are their UTF-8 bytes', async (t) => {
  t.equal(signatureOf('a=1', 'schlüssel'), hmac('a=1', 'schlüssel'));
});
