import t from 'tap';
import { cacheKey } from './cache-key.ts';
import { requestFor } from './fixtures/results.ts';

const key = (more: Record<string, unknown> = {}, scope = 'a') => cacheKey(scope, requestFor(more));

t.test('a name of 64 hex digits, the same for the same wishes', async (t) => {
  t.match(key(), /^[0-9a-f]{64}$/);
  t.equal(key(), key());
  t.equal(key({ format: 'jpeg', viewport_width: 1280 }), key(), 'defaults are filled in');
  const { kind, ...rest } = requestFor({ delay: 1 });
  const reordered = Object.fromEntries(Object.entries({ ...rest, kind }).toReversed());
  t.equal(cacheKey('a', reordered as never), key({ delay: 1 }), 'the order says nothing');
});

t.test('what says who asks and where the answer goes changes nothing', async (t) => {
  for (const more of [
    { access_key: 'abc' },
    { signature: 'a'.repeat(64) },
    { cache_ttl: 5 },
    { async: true },
    { webhook_url: 'https://example.com/hook', webhook_signed: false },
    { attachment_name: 'x' },
  ]) {
    t.equal(key(more), key(), Object.keys(more).join());
  }
  t.equal(cacheKey('a', { ...requestFor(), cache: false }), key());
});

t.test('what changes the result changes the name', async (t) => {
  const names = [
    key(),
    key({}, 'b'),
    key({ url: 'https://example.com/2' }),
    key({ format: 'png' }),
    key({ dark_mode: true }),
    key({ kind: 'pdf' }),
    key({ kind: 'scrape' }),
    key({ cookies: ['a=1'] }),
    key({ cookies: ['a=2'] }),
    key({ storage_state: { cookies: [{ name: 'a', value: '1', domain: 'a.example' }] } }),
    key({ storage_state: { cookies: [{ name: 'a', value: '2', domain: 'a.example' }] } }),
    key({ authorization: 'dTpw' }),
    key({ proxy: 'http://u:p@proxy.example:8080' }),
    key({ proxy: 'http://u2:p@proxy.example:8080' }),
    key({ metadata_fonts: true }),
  ];
  t.equal(new Set(names).size, names.length);
});

t.test('scope and parameters cannot be confused', async (t) => {
  const request = requestFor();
  t.not(cacheKey('a","b', request), cacheKey('a', request));
  t.not(cacheKey('', request), cacheKey('["', request));
});
