import t from 'tap';
import { createAnswerCache, createScopedCaches } from './resolver.ts';

t.test('an answer is good for its time, and never for more than a minute', async (t) => {
  let time = 0;
  const cache = createAnswerCache(() => time);
  cache.put('short.example', ['1.1.1.1'], 5);
  cache.put('long.example', ['2.2.2.2'], 86_400);
  cache.put('never.example', ['3.3.3.3'], 0);
  time = 4_999;
  t.same(cache.get('short.example'), ['1.1.1.1']);
  t.equal(cache.get('never.example'), undefined);
  time = 5_000;
  t.equal(cache.get('short.example'), undefined);
  time = 59_999;
  t.same(cache.get('long.example'), ['2.2.2.2']);
  time = 60_000;
  t.equal(cache.get('long.example'), undefined);
});

t.test('a thousand answers are kept, the oldest goes', async (t) => {
  const cache = createAnswerCache(() => 0);
  for (let at = 0; at <= 1_000; at += 1) cache.put(`h${at}.example`, ['1.1.1.1'], 60);
  t.equal(cache.get('h0.example'), undefined);
  t.ok(cache.get('h1.example'));
  t.ok(cache.get('h1000.example'));
});

t.test('scopes are separate, and the 64 used last are kept', async (t) => {
  const caches = createScopedCaches(() => 0);
  const put = (scope: string) => caches.of(scope).put('a.example', ['1.1.1.1'], 60);
  const knows = (scope: string) => caches.of(scope).get('a.example') !== undefined;
  put('first');
  t.ok(knows('first'));
  t.notOk(knows('second'));
  put('second');
  for (let at = 0; at < 62; at += 1) put(`s${at}`);
  t.ok(knows('first'), 'asked again, and so not the oldest');
  put('one more');
  t.notOk(knows('second'));
  t.ok(knows('first'));
});
