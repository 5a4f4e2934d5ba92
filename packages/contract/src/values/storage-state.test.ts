import t from 'tap';
import { parseRequest } from '../request/parse-request.ts';
import { maxStateLength, storageState } from './storage-state.ts';

const cookie = { name: 'sid', value: 'S3CRET', domain: '.example.com' };
const item = { name: 'token', value: 'S3CRET' };

const database = (indexedDB: object) => ({
  origins: [{ origin: 'https://a.example', indexedDB: [indexedDB] }],
});

const request = (storage_state: unknown) =>
  parseRequest({ kind: 'screenshot', url: 'https://example.com/', storage_state }).request;

t.test('text and object mean the same, in one form', async (t) => {
  const written = {
    cookies: [
      { ...cookie, path: '/a', expires: -1, httpOnly: true, secure: true, sameSite: 'Lax' },
      { ...cookie, expires: 1_900_000_000.5, partitionKey: 'x' },
    ],
    origins: [{ origin: 'https://example.com', localStorage: [item], indexedDB: [] }],
    more: 1,
  };
  const { storage_state: normal = '' } = request(written);
  t.equal(request(JSON.stringify(written, undefined, 2)).storage_state, normal);
  t.strictSame(JSON.parse(normal), {
    cookies: [
      { ...cookie, path: '/a', httpOnly: true, secure: true, sameSite: 'Lax' },
      { ...cookie, path: '/', expires: 1_900_000_000.5, httpOnly: false, secure: false },
    ],
    origins: [{ origin: 'https://example.com', localStorage: [item] }],
  });
  t.equal(request(normal).storage_state, normal, 'it parses to itself');
  t.equal(request({ cookies: [] }).storage_state, '{"cookies":[],"origins":[]}');
});

t.test('takes databases in the form of Playwright', async (t) => {
  const records = [{ key: 1, valueEncoded: { d: '2026-01-02T03:04:05.678Z' } }, { value: null }];
  const index = { name: 'by', keyPathArray: ['a', 'b'], multiEntry: false, unique: true };
  const store = { name: 'one', autoIncrement: true, records, indexes: [index] };
  const inline = { name: 'two', keyPath: 'id', records: [{ value: { id: 1 }, more: 1 }] };
  const indexedDB = [{ name: 'db', version: 3, stores: [store, inline] }];
  const { storage_state: normal = '' } = request({
    origins: [{ origin: 'https://example.com', indexedDB }],
  });
  const second = { ...inline, autoIncrement: false, records: [{ value: { id: 1 } }], indexes: [] };
  t.strictSame(JSON.parse(normal), {
    cookies: [],
    origins: [
      {
        origin: 'https://example.com',
        localStorage: [],
        indexedDB: [{ name: 'db', version: 3, stores: [store, second] }],
      },
    ],
  });
  t.equal(request(normal).storage_state, normal, 'it parses to itself');
});

t.test('names the problem, and repeats no value', async (t) => {
  const wrong: [unknown, RegExp][] = [
    ['state.json', /it is not JSON/],
    ['[]', /it is no object/],
    [{ S3CRET: 1 }, /it has neither cookies nor origins/],
    [{ cookies: {} }, /cookies is no list|must be a storage state/],
    [{ cookies: [cookie, { ...cookie, domain: 7 }] }, /cookies\[1\]\.domain is no text/],
    [{ cookies: [{ ...cookie, expires: 'S3CRET' }] }, /cookies\[0\]\.expires is no number/],
    [{ cookies: [{ ...cookie, sameSite: 'S3CRET' }] }, /sameSite is none of Strict, Lax, None/],
    [{ cookies: [{ ...cookie, secure: 'S3CRET' }] }, /cookies\[0\]\.secure is neither/],
    [{ cookies: Array(1001).fill(cookie) }, /cookies has more than 1000 items/],
    [{ origins: [{ origin: 'https://S3CRET.example/path' }] }, /origins\[0\]\.origin is no origin/],
    [{ origins: [{ origin: 'file:///S3CRET' }] }, /origins\[0\]\.origin is no origin/],
    [
      { origins: [{ origin: 'https://a.example', localStorage: [{ name: 'S3CRET' }] }] },
      /origins\[0\]\.localStorage\[0\]\.value is no text/,
    ],
    [database({ name: 'S3CRET' }), /indexedDB\[0\]\.version is no positive integer/],
    [database({ version: 1 }), /indexedDB\[0\]\.name is no text/],
    [database({ name: 'a', version: 1, stores: ['S3CRET'] }), /stores\[0\] is no object/],
    [
      database({ name: 'a', version: 1, stores: [{ name: 'b', keyPath: 1 }] }),
      /stores\[0\]\.keyPath is no text/,
    ],
    [{ cookies: [{ ...cookie, value: 'S3CRET'.repeat(200_000) }] }, /longer than 1048576 bytes/],
    [7, /must be a storage state/],
  ];
  for (const [given, says] of wrong) {
    t.throws(() => request(given), { code: 'invalid_parameter', message: says });
    try {
      request(given);
    } catch (error) {
      t.notMatch(JSON.stringify(error), /S3CRET/);
      t.notMatch((error as Error).message, /S3CRET/);
    }
  }
});

t.test('hostile nesting and length end quickly', async (t) => {
  const deep = 'it is nested deeper than 100 levels';
  t.equal(storageState('['.repeat(maxStateLength)), deep);
  t.equal(storageState(`{"cookies":${'['.repeat(5e5)}${']'.repeat(5e5)}}`), deep);
  t.equal(
    storageState(`{"cookies":[${'{},'.repeat(300_000)}{}]}`),
    'it has more than 20000 objects and lists',
  );
  const text = JSON.stringify({ cookies: [], a: `"\\"${'['.repeat(200)}` });
  t.same(storageState(text), { cookies: [], origins: [] }, 'brackets in a text are no levels');
  t.match(storageState(' '.repeat(maxStateLength + 1)), /longer than/);
  const wide = 'ü'.repeat(maxStateLength / 2);
  t.match(storageState(`{"cookies":[],"more":"${wide}"}`), /longer than/, 'bytes count');
});
