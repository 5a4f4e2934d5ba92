import { inspect } from 'node:util';
import t from 'tap';
import { redact } from './redact.ts';

t.test('removes secrets and nothing else', async (t) => {
  const cases: [string, string][] = [
    [
      'GET https://shop.example/a?token=s3cret&x=1 failed',
      'GET https://shop.example/a?[hidden] failed',
    ],
    ['https://shop.example/#access_token=abc', 'https://shop.example/?[hidden]'],
    ['/v1/screenshot?access_key=abc&url=x next', '/v1/screenshot?[hidden] next'],
    ['/v1/page-links2?html=abc next', '/v1/page-links2?[hidden] next'],
    ['via http://me:pass@proxy.example:8080/', 'via http://[hidden]@proxy.example:8080/'],
    ['via http://me:p@ss@proxy.example/a@b', 'via http://[hidden]@proxy.example/a@b'],
    ['access_key=AbC-123 and more', 'access_key=[hidden]'],
    ['{"access_key":"AbC-123","api":"pdf"}', '{"access_key":"[hidden]","api":"pdf"}'],
    [
      String.raw`{"msg":"{\"signature\":\"abc\"}"}`,
      String.raw`{"msg":"{\"signature\":\"[hidden]\"}"}`,
    ],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: [hidden]'],
    ['sent Bearer abcdefgh.ijk', 'sent Bearer [hidden]'],
    ['cookie: id=7; theme=dark', 'cookie: [hidden]; theme=dark'],
  ];
  for (const [before, after] of cases) t.equal(redact(before), after);
  for (const plain of [
    'http://127.0.0.1:3000/v1/screenshot',
    'Did you mean TINTYPE_PORT?',
    'signature_required',
    '{"level":"info","durationMs":12.5,"status":401}',
  ]) {
    t.equal(redact(plain), plain);
  }
});

t.test('removes lists and objects of secrets', async (t) => {
  const values: unknown[] = [
    ['sid=S3CRET', 'a=S3CRET'],
    ['a]b=S3CRET', 'c"}d=S3CRET', "it's S3CRET"],
    [['S3CRET'], { deep: ['S3CRET'] }],
    { cookies: [{ name: 'sid', value: 'S3CRET' }], origins: [] },
    { a: { b: 'S3CRET' } },
  ];
  const names = [
    'cookies',
    'storage_state',
    'access_key',
    'Cookie',
    'set-cookie',
    'token',
    'localStorage',
  ];
  for (const name of names) {
    for (const value of values) {
      const fields = { [name]: value, last: 1 };
      const texts = [
        JSON.stringify(fields),
        inspect(fields, { depth: 9 }),
        `${name}=${JSON.stringify(value)} more`,
        `${name}: ${inspect(value, { depth: 9 })}`,
      ];
      const lines = [fields, { msg: 'x', err: { fields } }, ...texts.map((msg) => ({ msg }))];
      for (const line of lines) {
        const clean = redact(`${JSON.stringify({ ...line, last: 1 })}\n`);
        if (clean.includes('S3CRET')) t.fail(clean);
        t.match(JSON.parse(clean), { last: 1 });
        t.ok(clean.endsWith('}\n'));
      }
      // A line that is no JSON at all.
      for (const text of texts) t.notMatch(redact(`failed: ${text}`), 'S3CRET');
    }
  }
  t.equal(redact('cookies: [] and more'), 'cookies: [hidden] and more');
  t.equal(redact('{"cookies":["S3CRET"'), '{"cookies":[hidden]', 'one that does not end');
});

t.test('truncates long strings', async (t) => {
  const msg = `${'https://'.repeat(10_000)}?S3CRET`;
  const clean = redact(`${JSON.stringify({ msg, last: 1 })}\n`);
  t.match(JSON.parse(clean), { msg: /^https:.*\.\.\.$/, last: 1 });
  t.ok(clean.length < 17_000);
  t.ok(redact(`${msg}\n`).endsWith('...\n'));
});

t.test('a line stays JSON', async (t) => {
  const line = { msg: 'https://a.example/?x="y"&z', err: { cookies: 'a=b; c=d' }, last: 1 };
  t.match(JSON.parse(redact(JSON.stringify(line))), { last: 1 });
});

t.test('keeps lines valid JSON for any message, without the secret', async (t) => {
  const secret = 'S3CRET';
  const before = [
    'access_key=',
    'signature: ',
    '"password":"',
    "token='",
    'https://x.example/?a=',
    'http://u:',
  ];
  const after = [
    '',
    ' ',
    '"',
    "'",
    '\\',
    '\n',
    '@x',
    ',',
    '}',
    '&b=1',
    '\u2028',
    '\\"',
    ' https://y.example/?c',
  ];
  for (const start of before) {
    for (const end of after) {
      for (const around of ['', '"', '\\', '{"a":"', 'é']) {
        // Only what follows the colon of a user is a password, and then an @ comes.
        const value = start.endsWith('u:') ? `${secret}@x` : secret;
        const message = around + start + value + end + around;
        const clean = redact(JSON.stringify({ msg: message, err: { stack: message }, last: 1 }));
        const parsed = JSON.parse(clean) as { last: number };
        if (parsed.last !== 1 || clean.includes(secret)) t.fail(JSON.stringify(message));
      }
    }
  }
  t.pass('every combination');
});

t.test('redacts long lines in linear time', async (t) => {
  const long = redact(`${'a://'.repeat(60_000)}${'access_key'.repeat(20_000)}`);
  t.ok(long.length > 0);
});
